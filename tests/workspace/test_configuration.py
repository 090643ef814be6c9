import pytest

from tensorlab.workspace.configuration import Configuration, read_configuration


def read(tmp_path, text):
    (tmp_path / "config.toml").write_text(text)
    return read_configuration(tmp_path / "config.toml")


def test_without_a_file_everything_is_as_usual(tmp_path):
    assert read_configuration(tmp_path / "none") == (Configuration(), [])


def test_settings_are_taken(tmp_path):
    configuration, problems = read(tmp_path, 'editing = "vi"\nhistory = false')
    assert configuration == Configuration(editing="vi", history=False)
    assert problems == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('editting = "vi"', "did you mean 'editing'?"),
        ('editing = "ed"', "one of emacs, vi"),
        ("history = 1", "true or false"),
        ("history = ", "not TOML"),
    ],
)
def test_a_wrong_setting_is_told_and_the_others_hold(tmp_path, text, words):
    configuration, problems = read(tmp_path, text)
    assert configuration == Configuration()
    assert len(problems) == 1
    assert words in problems[0]


def test_settings_of_any_content_are_survived(tmp_path):
    path = tmp_path / "config.toml"
    for content in (b"\xff\xfe\0", b"x = " + b"[" * 100_000, b"x = " + b"9" * 10_000, b"=", b"\0"):
        path.write_bytes(content)
        settings, problems = read_configuration(path)
        assert settings == Configuration()
        assert len(problems) == 1
