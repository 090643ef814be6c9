"""The commands and their options, made by python -m tensorlab.cli.command_table."""

ARGUMENTS = {
    "help": "FUNCTION CODE",
    "explain": "CODE FUNCTION",
    "lesson": "LESSON",
    "export": "LESSON transcript",
    "course": "new check preview ideas add list remove",
    "class": "new check take hand-in grade",
    "config": "device editing history notices suggestions toolbar theme view",
    "completion": "bash zsh fish",
}
OPTIONS = {
    "": "--help -h --version --color",
    "help": "--help -h --format --color",
    "explain": "--help -h --format --element --cell --output -o --force --play --seed --dtype "
    "--precision --max-steps --max-memory --timeout --device --color",
    "eval": "--help -h --format --seed --dtype --precision --set --load --save --max-steps "
    "--max-memory --timeout --device --no-notices --color",
    "run": "--help -h -i --check --format --seed --dtype --precision --max-steps --max-memory "
    "--timeout --device --no-notices --color",
    "batch": "--help -h --output -o --jobs -j --resume --scheduler --max-steps --max-memory "
    "--timeout",
    "python": "--help -h",
    "watch": "--help -h --format --color",
    "repl": "--help -h --no-config --seed --dtype --precision --device --color",
    "lesson": "--help -h --list --all --course --learner --format --device --color",
    "export": "--help -h --output -o --course --learner",
    "review": "--help -h --missed --course --learner --format --color",
    "progress": "--help -h --restart --course --learner --format --color",
    "course": "--help -h --format --color",
    "class": "--help -h --lessons --course --title --due --seed --format --color --learner --list "
    "--device --output -o --csv --canvas --jobs -j --scheduler --resume --pseudonyms",
    "info": "--help -h --format --color",
    "config": "--help -h --format --color",
    "man": "--help -h",
    "completion": "--help -h",
}
FLAGS = (
    "--help -h --version --force --play --no-notices -i --check --resume --no-config "
    "--list --all --missed --pseudonyms"
)
# What follows an option, where that is known: everywhere, and after some commands.
KINDS = {
    "": {
        "--color": "auto always never",
        "--format": "auto json",
        "--dtype": "TYPE",
        "--device": "cpu cuda meta",
        "--restart": "LESSON all",
    },
    "explain": {"--format": "auto rich plain json svg html narrated"},
    "eval": {"--format": "auto rich plain json narrated grid"},
}
SETTINGS = {
    "device": "cpu cuda meta",
    "editing": "emacs vi",
    "history": "on off",
    "notices": "on off",
    "suggestions": "on off",
    "toolbar": "on off",
    "theme": "auto light dark ansi none",
    "view": "text grid plain narrated",
}
