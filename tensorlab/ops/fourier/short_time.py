"""stft and istft: the frequencies of short stretches of a signal."""

from typing import Any

from tensorlab.engine.autograd.recording import under_name
from tensorlab.engine.declaring import Array, Tensor, composite, warn_once
from tensorlab.engine.type_names import kernel_type_name
from tensorlab.engine.warning import in_full
from tensorlab.ops.creation.sequences import arange
from tensorlab.ops.fourier.one_dimension import fft, ifft, irfft, rfft
from tensorlab.ops.nn.padding import pad
from tensorlab.ops.pointwise.complex_numbers import view_as_real


def written(value: Any) -> str:
    """Return a setting as PyTorch's messages have it."""
    if value is None:
        return "None"
    if isinstance(value, Tensor):
        return f"{value.type()}{{{list(value.shape)}}}"
    return str(int(value))


def refused(
    input: Tensor, settings: dict[str, Any], wanted: str, name: str = "stft"
) -> RuntimeError:
    """Return the error for settings that do not go."""
    sizes = ", ".join(map(str, input.shape))
    texts = ", ".join(f"{name}={written(value)}" for name, value in settings.items())
    kind = kernel_type_name(input)
    return RuntimeError(f"{name}({kind}[{sizes}], {texts}) : expected {wanted}")


def require_stft(input: Tensor, settings: dict[str, Any]) -> None:
    """Refuse what has no such frequencies.

    Raises:
        RuntimeError: the input is not a vector or a batch of them, or is shorter than a stretch.
    """
    n_fft, hop, wide = (settings[name] for name in ("n_fft", "hop_length", "win_length"))
    window = settings["window"]
    if not (input.is_floating_point() or input.is_complex()):
        raise refused(input, settings, "a tensor of floating point or complex values")
    if input.ndim not in (1, 2):
        raise refused(input, settings, "a 1D or 2D tensor")
    if not 0 < n_fft <= input.shape[-1]:
        raise refused(input, settings, f"0 < n_fft < {input.shape[-1]}, but got n_fft={n_fft}")
    if hop <= 0:
        raise refused(input, settings, f"hop_length > 0, but got hop_length={hop}")
    if not 0 < wide <= n_fft:
        raise refused(input, settings, f"0 < win_length <= n_fft, but got win_length={wide}")
    if window is not None and tuple(window.shape) != (wide,):
        raise refused(
            input,
            settings,
            f"a 1D window tensor of size equal to win_length={wide}, but got window with size "
            f"{list(window.shape)}",
        )


def centred(window: Tensor | None, wide: int, n_fft: int, near: Tensor) -> Tensor:
    """Return a window in the middle of zeros; where none is given, of ones."""
    if window is None:
        window = near.new_ones(wide)
    left = (n_fft - wide) // 2
    return pad(window, (left, n_fft - wide - left)) if wide < n_fft else window


@composite(autocast="full", related=("istft", "fft.rfft", "hann_window"))
def stft(
    input: Array, n_fft: int, hop_length: int | None = None, win_length: int | None = None,
    window: Tensor | None = None, center: bool = True, pad_mode: str = "reflect",
    normalized: bool = False, onesided: bool | None = None, return_complex: bool | None = None,
    align_to_window: bool | None = None,
) -> Tensor:  # fmt: skip
    """Return the frequencies of stretches of n_fft samples, one stretch every hop_length samples.

    Shapes: (batch, samples) -> (batch, frequencies, stretches).

    >>> torch.stft(torch.ones(4), 2, 1, window=torch.ones(2), return_complex=True).real
    tensor([[2., 2., 2., 2., 2.],
            [0., 0., 0., 0., 0.]])
    """
    if center and align_to_window is not None:
        raise RuntimeError("stft align_to_window should only be set when center = false")
    is_complex = input.is_complex() or (window is not None and window.is_complex())
    if onesided and is_complex:
        raise RuntimeError("Cannot have onesided output if window or input is complex")
    if return_complex is None:
        if not is_complex:
            raise RuntimeError(in_full("stft requires the"))
        return_complex = True
    if not return_complex:
        warn_once(in_full("stft with return_complex=False"))
    if window is None:
        warn_once(in_full("A window was not provided. A rectangular window will be applied,which"))
    hop = n_fft // 4 if hop_length is None else hop_length
    wide = n_fft if win_length is None else win_length
    if center:
        rows = input.view(*(1,) * (3 - input.ndim), *input.shape)
        input = pad(rows, (n_fft // 2, n_fft // 2), pad_mode).view(*input.shape[:-1], -1)
    settings = {
        "n_fft": n_fft, "hop_length": hop, "win_length": wide, "window": window,
        "normalized": normalized, "onesided": onesided, "return_complex": return_complex,
        "align_to_window": align_to_window,
    }  # fmt: skip
    require_stft(input, settings)
    pieces = input.unfold(-1, n_fft, hop) * centred(window, wide, n_fft, input)
    half = not is_complex if onesided is None else onesided
    norm = "ortho" if normalized else None
    found = (rfft if half else fft)(pieces, norm=norm).transpose(-1, -2)
    step = "SqueezeBackward4" if input.ndim == 1 else "TransposeBackward1"
    found = under_name(found, step)
    return found if return_complex else view_as_real(found)


def require_frequencies(input: Tensor, n_fft: int, *, half: bool) -> None:
    """Refuse a number of frequencies that stretches of another length have.

    Raises:
        RuntimeError: the number of frequencies is another one.
    """
    count, wanted = input.shape[-2], n_fft // 2 + 1 if half else n_fft
    if count != wanted:
        told = "n_fft / 2 + 1 when onesided=True" if half else "n_fft when onesided=False"
        raise RuntimeError(in_full("istft expected the", told, count))


@composite(related=("stft",))
def istft(
    input: Array, n_fft: int, hop_length: int | None = None, win_length: int | None = None,
    window: Tensor | None = None, center: bool = True, normalized: bool = False,
    onesided: bool | None = None, length: int | None = None, return_complex: bool = False,
) -> Tensor:  # fmt: skip
    """Return the signal whose stretches have the given frequencies: stft backwards.

    >>> window = torch.ones(2)
    >>> found = torch.stft(torch.arange(4.), 2, 1, window=window, return_complex=True)
    >>> torch.istft(found, 2, 1, window=window)
    tensor([0., 1., 2., 3.])
    """
    if window is None:
        warn_once(in_full("A window was not provided. A rectangular window will be applied.Please"))
    if not input.is_complex():
        raise RuntimeError(in_full("istft requires a complex-valued"))
    half = input.shape[-2] != n_fft if onesided is None else onesided
    require_frequencies(input, n_fft, half=half)
    norm = "ortho" if normalized else None
    if return_complex:
        pieces = ifft(input.transpose(-1, -2), n_fft, norm=norm)
    else:  # of a real signal one half says all
        pieces = irfft(input[..., : n_fft // 2 + 1, :].transpose(-1, -2), n_fft, norm=norm)
    wide = n_fft if win_length is None else win_length
    hop = n_fft // 4 if hop_length is None else hop_length
    settings = {
        "n_fft": n_fft, "hop_length": hop, "win_length": wide, "window": window, "center": center,
        "normalized": normalized, "onesided": onesided, "length": length,
        "return_complex": return_complex,
    }  # fmt: skip
    if not 0 < hop <= wide:
        raise refused(input, settings, "0 < hop_length <= win_length", "istft")
    weights = centred(window, wide, n_fft, input.real)
    signal = laid_over(pieces * weights, hop)
    envelope = laid_over(weights.pow(2).expand(input.shape[-1], n_fft), hop)
    start = n_fft // 2 if center else 0
    end = envelope.shape[-1] - start if length is None else start + length
    signal, envelope = signal[..., start:end], envelope[start:end]
    if (envelope.abs() < 1e-11).any():
        raise RuntimeError(
            f"istft({input.type()}[{', '.join(map(str, input.shape))}]) window overlap add min: 0"
        )
    signal = signal / envelope
    missing = 0 if length is None else length - signal.shape[-1]
    signal = pad(signal, (0, missing)) if missing > 0 else signal
    return under_name(signal, "SqueezeBackward1") if input.ndim == 2 else signal


def laid_over(pieces: Tensor, hop: int) -> Tensor:
    """Return the sum of pieces of a signal, each of which begins a hop behind the one before."""
    count, size = pieces.shape[-2:]
    near = {"device": pieces.device}
    places = arange(count, **near).unsqueeze(1) * hop + arange(size, **near)
    whole = pieces.new_zeros(*pieces.shape[:-2], size + hop * (count - 1))
    return whole.index_add(-1, places.flatten(), pieces.flatten(-2))
