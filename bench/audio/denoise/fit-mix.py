# Fits the net that mixes both estimates of denoise to what keep-mixtures.ts has kept; needs Debian's
# python3-torch. Goes on where it was left off.
#   /usr/bin/python3 bench/audio/denoise/fit-mix.py FOLDER/learn NET MINUTES
#   /usr/bin/python3 bench/audio/denoise/fit-mix.py write NET audio/restoration/mix/mix-weights.ts
# An eighth of the mixtures is held back: it says in how many of those the mixture is at or above the
# better net, and by how much.
import base64
import glob
import os
import sys
import time

import numpy as np
import torch
from torch import nn

RATE, SIZE, HOP, BINS = 48_000, 1024, 256, 169
HERTZ = RATE / SIZE
DENSE, UNITS, BATCH = 64, 64, 8
LEVEL_SECONDS, MOST_GAIN, PUSH, LEAST_PUSHED = 1.0, 1.1, 0.2, 1e-3
torch.set_num_threads(1)


def band_middles():
    """Hz, as mix-net.ts has them."""
    middles = [46.875]
    while middles[-1] < 7700:
        middles.append(middles[-1] + max(94.0, 0.125 * middles[-1]))
    return np.array(middles)


MIDDLES = band_middles()
BANDS = len(MIDDLES)


def band_weights():
    weights = np.zeros((BANDS, BINS), np.float32)
    for k in range(BINS):
        at = int(np.clip(np.searchsorted(MIDDLES, k * HERTZ) - 1, 0, BANDS - 2))
        part = float(np.clip((k * HERTZ - MIDDLES[at]) / (MIDDLES[at + 1] - MIDDLES[at]), 0, 1))
        weights[at, k] += 1 - part
        weights[at + 1, k] += part
    return torch.tensor(weights)


WEIGHTS = band_weights()
MEANS = WEIGHTS / WEIGHTS.sum(1, keepdim=True)
WINDOW = torch.sqrt(torch.hann_window(SIZE, periodic=True))


def spectra_of(file):
    """Of the speech, the mixture, and what DTLN and RNNoise make of it: frames and bins."""
    rows = torch.tensor(np.fromfile(file, np.float32).reshape(4, -1))
    all_bins = torch.stft(
        rows, SIZE, HOP, window=WINDOW, center=True, pad_mode="constant", return_complex=True
    )
    return all_bins[:, :BINS].transpose(-1, -2)


def told(mixture, low, full):
    """What mix-net.ts tells of the bands."""
    power = lambda z: (z.real**2 + z.imag**2) @ MEANS.T + 1e-10
    heard, of_low, of_full = power(mixture), power(low), power(full)
    alike = ((low.real * full.real + low.imag * full.imag) @ MEANS.T) / torch.sqrt(of_low * of_full)
    left = float(np.exp(-HOP / RATE / LEVEL_SECONDS))
    total = heard.mean(-1).double().numpy()
    level, frames, means = total[:, 0] * 0, 0.0, np.empty_like(total)
    for t in range(total.shape[1]):
        level, frames = left * level + total[:, t], left * frames + 1
        means[:, t] = level / frames
    ratio = lambda a, b: torch.log10(a / b).clamp(-5, 1)
    height = torch.log10(heard / (torch.tensor(means).float()[..., None] + 1e-9)).clamp(-5, 2)
    return torch.cat([ratio(of_low, heard), ratio(of_full, heard), 0.5 * height, alike], -1)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.dense = nn.Linear(4 * BANDS, DENSE)
        self.gru = nn.GRU(DENSE, UNITS, batch_first=True)
        self.out = nn.Linear(DENSE + UNITS, 3 * BANDS)
        with torch.no_grad():
            # Nearly DTLN alone.
            self.out.weight *= 0.3
            for i, bias in enumerate((-1.2, 2.0, -4.0)):
                self.out.bias[i * BANDS : (i + 1) * BANDS] = bias

    def forward(self, inputs):
        first = torch.relu(self.dense(inputs))
        state, _ = self.gru(first)
        return torch.sigmoid(self.out(torch.cat([first, state], -1)))


def mixed(answers, inputs, mixture, low, full):
    share, gain, dry = answers.split(BANDS, -1)
    low_power, full_power = 10 ** inputs[..., :BANDS], 10 ** inputs[..., BANDS : 2 * BANDS]
    alike = inputs[..., 3 * BANDS :] * torch.sqrt(low_power * full_power)
    estimate = (1 - share) ** 2 * low_power + share**2 * full_power + 2 * share * (1 - share) * alike
    power = ((1 - dry) * MOST_GAIN * gain) ** 2 * estimate + dry**2 + 1e-6
    gone = (-torch.log10(torch.maximum(low_power, full_power)) - 0.5).clamp(0, 1)
    push = (full_power / power).clamp(LEAST_PUSHED, 1) ** (PUSH * gone)
    share, gain, dry, push = [one @ WEIGHTS for one in (share, gain, dry, push)]
    gain = push * (1 - dry) * MOST_GAIN * gain
    return gain * low + gain * share * (full - low) + push * dry * mixture


def si_sdr(estimate, speech):
    dot = lambda a, b: (a.real * b.real + a.imag * b.imag).sum((-1, -2))
    cross, own, all_power = dot(estimate, speech), dot(speech, speech) + 1e-9, dot(estimate, estimate)
    target = cross**2 / own
    error = (all_power - target).clamp_min(0)
    return 10 * torch.log10((target + 1e-6 * own) / (error + 1e-4 * own))


def third_octaves():
    rows = np.zeros((15, BINS), np.float32)
    for band in range(15):
        low, high = [150 * 2 ** ((2 * band + side) / 6) for side in (-1, 1)]
        for k in range(BINS):
            rows[band, k] = low <= k * HERTZ < high
    return torch.tensor(rows)


THIRDS = third_octaves()


def envelopes(z):
    power = (z.real**2 + z.imag**2) @ THIRDS.T
    count = power.shape[1] // 2
    return torch.sqrt(power[:, : 2 * count].reshape(len(power), count, 2, 15).mean(2) + 1e-7)


def stoi(estimate, speech):
    """Like STOI (Taal 2011): stretches of 0.38 s in which speech is loud, on bins of these frames."""
    heard, clean = envelopes(estimate), envelopes(speech)
    power = (clean**2).sum(-1)
    loud = (power > power.max(1, keepdim=True)[0] * 1e-4).float()
    stretches = lambda z: z.unfold(1, 36, 4)
    heard, clean = stretches(heard), stretches(clean)
    counted = (stretches(loud[..., None]).mean(-1)[..., 0] > 0.6).float()
    scale = torch.sqrt((clean**2).sum(-1, keepdim=True) / ((heard**2).sum(-1, keepdim=True) + 1e-9))
    heard = torch.minimum(heard * scale, clean * (1 + 10**0.75))
    heard, clean = [z - z.mean(-1, keepdim=True) for z in (heard, clean)]
    norm = torch.sqrt((heard**2).sum(-1) * (clean**2).sum(-1) + 1e-12)
    like = (heard * clean).sum(-1) / norm
    return (like.mean(-1) * counted).sum(1) / (counted.sum(1) + 1e-6)


def spectral(estimate, speech):
    """Of magnitudes to the power of 0.3, and of those with their phases."""
    size = lambda z: torch.sqrt(z.real**2 + z.imag**2 + 1e-6)
    own, wanted = size(estimate), size(speech)
    small, small_wanted = own**0.3, wanted**0.3
    parts = [
        (estimate.real, speech.real),
        (estimate.imag, speech.imag),
    ]
    with_phase = sum((a / own * small - b / wanted * small_wanted) ** 2 for a, b in parts)
    return (0.7 * (small - small_wanted) ** 2 + 0.3 * with_phase).mean((1, 2))


class Mixtures:
    def __init__(self, files):
        self.spectra, self.told, self.spoken, self.before = [], [], [], []
        for file in files:
            whole = spectra_of(file)
            level = lambda z: float(torch.sqrt((z.abs() ** 2).mean()))
            spoken = level(whole[0]) > 1e-4 * level(whole[1])
            self.told.append(told(*whole[1:, None])[0])
            whole = whole / (level(whole[0]) if spoken else level(whole[1]) + 1e-9)
            self.spectra.append(whole)
            self.spoken.append(spoken)
            speech = whole[:1]
            rows = [(si_sdr(z, speech), stoi(z, speech), spectral(z, speech)) for z in whole[1:, None]]
            self.before.append(torch.tensor(rows).T.reshape(-1))
        self.before = torch.stack(self.before).reshape(len(files), 3, 3)


def losses(net, mixtures, ids, random=None):
    whole = torch.stack([mixtures.spectra[i] for i in ids])
    inputs = torch.stack([mixtures.told[i] for i in ids])
    if random is not None:
        for j in range(len(ids)):
            if random.random() < 0.12:
                # As of a sound of a lower rate.
                end = random.choice([4000, 5500])
                above = torch.tensor(MIDDLES > end)
                for i, silent in enumerate((0, 0, -2.5, 0)):
                    inputs[j][:, i * BANDS : (i + 1) * BANDS][:, above] = silent
                whole[j, :, :, int(end / HERTZ) :] = 0
    speech, mixture, low, full = whole.transpose(0, 1)
    result = mixed(net(inputs), inputs, mixture, low, full)
    scores = si_sdr(result, speech), stoi(result, speech), spectral(result, speech)
    before = mixtures.before[ids]
    nets = before[:, :, 1:].max(-1)[0]
    ratio, clear, _ = scores
    # Each mixture is to be above the better net, and above what came in.
    missed = (
        -0.03 * ratio.clamp(max=30)
        + 0.08 * torch.relu(nets[:, 0].clamp(max=32) + 0.3 - ratio)
        + 0.12 * torch.relu(before[:, 0, 0].clamp(max=32) + 0.2 - ratio)
        - 1.5 * clear
        + 6 * torch.relu(torch.maximum(nets[:, 1], before[:, 1, 0]) + 0.004 - clear)
    )
    spoken = torch.tensor([mixtures.spoken[i] for i in ids])
    return (spoken.float() * missed).mean() + 6 * scores[2].mean(), scores, spoken


def report(net, mixtures, ids, name):
    beside, over = [[], []], []
    with torch.no_grad():
        for at in range(0, len(ids), BATCH):
            some = ids[at : at + BATCH]
            _, scores, spoken = losses(net, mixtures, some)
            before = mixtures.before[some]
            for measure in (0, 1):
                better = before[:, measure, 1:].max(-1)[0]
                beside[measure].append((scores[measure] - better)[spoken])
            over.append((scores[0] - before[:, 0, 0])[spoken])
    show = lambda x: f"{int((x >= 0).sum())} of {len(x)}, mean {x.mean():+.3f}, least {x.min():+.3f}"
    print(name, *[show(torch.cat(x)) for x in (*beside, over)], sep=" | ", flush=True)


def fit(folder, kept, minutes):
    start = time.time()
    files = sorted(glob.glob(f"{folder}/*.f32"), key=lambda file: int(file.split("-")[-1][:-4]))
    mixtures = Mixtures(files)
    held = [i for i in range(len(files)) if i % 8 == 0]
    learned = [i for i in range(len(files)) if i % 8]
    torch.manual_seed(1)
    net, random = Net(), np.random.default_rng(1)
    optimizer, step = torch.optim.Adam(net.parameters(), 2e-3), 0
    if os.path.exists(kept):
        last = torch.load(kept)
        net.load_state_dict(last["net"])
        optimizer.load_state_dict(last["opt"])
        step = last["step"]
    while time.time() - start < 60 * minutes:
        rate = max(1e-4, 2e-3 * min(1, step / 50) * 0.5 ** (step / 600))
        for group in optimizer.param_groups:
            group["lr"] = rate
        some = list(random.choice(learned, BATCH, replace=False))
        loss = losses(net, mixtures, some, random)[0]
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        step += 1
        if step % 100 == 0:
            report(net, mixtures, held, f"step {step}")
    report(net, mixtures, held, "held back")
    torch.save({"net": net.state_dict(), "opt": optimizer.state_dict(), "step": step}, kept)


HEAD = """/**
 * Weights of the net that mixes both estimates: of each layer, row by row, in 8 bits; then scales and biases
 * of the rows of each, as floats (base64). Fitted by `bench/audio/denoise/fit-mix.py` on voices and noises
 * by which none is judged.
 */
export const MIX_WEIGHTS =
"""


def packed(layers):
    """Weights in 8 bits and the numbers of their rows, as text."""
    whole, numbers = b"", b""
    for weight, bias in layers:
        weight = weight.detach().numpy()
        scale = np.abs(weight).max(1) / 127 + 1e-12
        whole += np.round(weight / scale[:, None]).astype(np.int8).tobytes()
        numbers += scale.astype("<f4").tobytes() + bias.detach().numpy().astype("<f4").tobytes()
    return base64.b64encode(whole + numbers).decode()


def layers_of(net):
    """Weights and biases, in the order in which they are kept."""
    gru = net.gru
    return [
        (net.dense.weight, net.dense.bias),
        (gru.weight_ih_l0, gru.bias_ih_l0),
        (gru.weight_hh_l0, gru.bias_hh_l0),
        (net.out.weight, net.out.bias),
    ]


def write(kept, file):
    net = Net()
    net.load_state_dict(torch.load(kept)["net"])
    layers = layers_of(net)
    with open(file, "w") as out:
        out.write(f'{HEAD}  "{packed(layers)}";\n')


if __name__ == "__main__":
    if sys.argv[1] == "write":
        write(*sys.argv[2:4])
    else:
        fit(sys.argv[1], sys.argv[2], float(sys.argv[3]))
