# Fits the nets that make masks to what keep-features.ts has kept; needs Debian's python3-torch.
#   /usr/bin/python3 bench/audio/separation/fit-masks.py FEATURES FOLDER STEPS
# FOLDER holds copies of audio/separation/*-weights.ts, whose numbers are replaced; merge-masks.py goes on.
# With "-" as FOLDER it holds a sixth of the songs back and says how well they are told apart: mean
# SI-SDR of each source within the kept bins, of songs that were held back, and that of the mix.
import base64
import glob
import sys

import numpy as np
import torch
from torch import nn

FEATURES, SOURCES, HIDDEN, BANDS = 19, 6, 64, 48
DENSE, UNITS = 112, 128
EVERY, WINDOW, BATCH, SOME_BINS = 4, 200, 6, 90
torch.manual_seed(1)
random = np.random.default_rng(1)
torch.set_num_threads(1)


def band_middles():
    """Hz of the bands' middles, as band-features.ts has them."""
    low, middles = 20.0, []
    for _ in range(BANDS):
        high = low + max(24.0, 0.115 * low)
        middles.append((low + high) / 2)
        low = high
    return np.array(middles)


def places(bins, hertz):
    """Between which bands bins lie, and how near to the upper one."""
    middles = band_middles()
    at = np.clip(np.searchsorted(middles, bins * hertz) - 1, 0, BANDS - 2)
    part = np.clip((bins * hertz - middles[at]) / (middles[at + 1] - middles[at]), 0, 1)
    return torch.tensor(at), torch.tensor(part, dtype=torch.float32)


INPUTS = BANDS * 13 + 6
HERTZ = 44_100 / 4096


class Song:
    def __init__(self, name):
        rows = np.fromfile(name, np.float32).reshape(-1, FEATURES + 3 + 2 * SOURCES)
        bands = np.fromfile(name.replace(".bins", ".bands"), np.float32)
        self.count = len(np.unique(rows[:, FEATURES]))
        rows = rows.reshape(-1, self.count, rows.shape[1])
        self.name = name
        self.bins = rows[0, :, FEATURES]
        self.features = rows[..., :FEATURES].astype(np.float16)
        # Relative to the whole song's, so that none counts more for being loud.
        power = rows[..., FEATURES + 1] * rows[..., FEATURES + 2]
        scale = 1 / (power.mean() * self.count + 1e-9)
        self.power = (power * scale).astype(np.float32)
        parts = rows[..., FEATURES + 3 :].reshape(*rows.shape[:2], SOURCES, 2)
        parts = parts * rows[..., FEATURES + 2, None, None] * scale
        self.known = ~np.isnan(parts[0, 0, :, 0])
        self.parts = np.nan_to_num(parts).astype(np.float32)
        self.frames = len(rows)
        self.bands = bands.reshape(len(bands) // INPUTS, INPUTS).astype(np.float16)


class Net(nn.Module):
    def __init__(self, band_mean, band_spread, mean, spread):
        super().__init__()
        for name, value in dict(band_mean=band_mean, band_spread=band_spread, mean=mean, spread=spread).items():
            self.register_buffer(name, torch.tensor(value, dtype=torch.float32))
        self.dense = nn.Linear(INPUTS, DENSE)
        self.gru = nn.GRU(DENSE, UNITS, batch_first=True)
        self.out = nn.Linear(DENSE + UNITS, BANDS * SOURCES)
        self.first = nn.Linear(FEATURES + SOURCES, HIDDEN)
        self.second = nn.Linear(HIDDEN, SOURCES)
        self.drop = nn.Dropout(0.15)

    def bands_of(self, bands):
        """Logarithms of shares, of batch, frame, band and source."""
        x = torch.relu(self.dense(self.drop((bands - self.band_mean) / self.band_spread)))
        state, _ = self.gru(x)
        logs = self.out(self.drop(torch.cat([x, state], -1)))
        return logs.reshape(*logs.shape[:2], BANDS, SOURCES)

    def forward(self, bands, features, at, part):
        logs = self.bands_of(bands)[:, ::EVERY]
        low, high = logs[:, :, at], logs[:, :, at + 1]
        rough = low + part[:, None] * (high - low)
        inputs = torch.cat([(features - self.mean) / self.spread, rough], -1)
        fine = self.second(torch.relu(self.first(inputs)))
        return torch.softmax(rough + fine, -1), torch.softmax(rough, -1)


def ratios(shares, power, parts):
    """Energies, of batch and source: of the estimate, its product with the stem, of the stem."""
    product, own = parts[..., 0], parts[..., 1]
    estimate = (shares**2 * power[..., None]).sum((1, 2))
    return estimate, (shares * product).sum((1, 2)), own.sum((1, 2))


def loss_of(shares, power, parts, known):
    estimate, cross, own = ratios(shares, power, parts)
    # A stretch may be silent.
    whole = power.sum((1, 2))[:, None] + 1e-3
    error = (estimate - 2 * cross + own).clamp_min(0)
    sdr = torch.log10((error + 1e-3 * whole) / (own + 0.02 * whole))
    like = (cross.clamp_min(0) ** 2 / (own * estimate + 1e-9 * whole**2)).clamp(0, 1)
    si = torch.log10((1 - like + 0.003) / (like + 0.003))
    heard = (own > 3e-3 * whole).float()
    return ((sdr + 0.5 * heard * si) * known).sum() / known.sum()


def draw(songs):
    """A batch of stretches of songs, some bins of each."""
    bands, features, power, parts, known = [], [], [], [], []
    kept = np.sort(random.choice(songs[0].count, SOME_BINS, replace=False))
    for song in random.choice(np.array(songs, dtype=object), BATCH, replace=False):
        count = WINDOW // EVERY
        first = random.integers(0, song.frames - count + 1)
        end = first + count
        bands.append(song.bands[first * EVERY : end * EVERY])
        features.append(song.features[first:end][:, kept])
        power.append(song.power[first:end][:, kept])
        parts.append(song.parts[first:end][:, kept])
        known.append(song.known)
    tensors = [torch.tensor(np.stack(x).astype(np.float32)) for x in (bands, features, power, parts, known)]
    return tensors, kept


def score(net, songs):
    net.eval()
    fine, rough, plain = [], [], []
    with torch.no_grad():
        for song in songs:
            at, part = places(song.bins, HERTZ)
            take = lambda x: torch.tensor(x.astype(np.float32))[None]
            bands = take(song.bands[: song.frames * EVERY])
            told = net(bands, take(song.features), at, part)
            power, parts = take(song.power), take(song.parts)
            even = torch.ones_like(told[0])
            for shares, into in zip((*told, even), (fine, rough, plain)):
                estimate, cross, own = ratios(shares, power, parts)
                like = cross**2 / (own * estimate + 1e-12)
                si = 10 * torch.log10((like + 1e-6) / (1 - like + 1e-6))
                heard = torch.tensor(song.known) & (own[0] > 3e-3 * power.sum())
                into.append(torch.where(heard, si[0], torch.tensor(float("nan"))).numpy())
    net.train()
    return [np.round(np.nanmean(x, 0), 2) for x in (fine, rough, plain)]


def fit(songs, steps, held=()):
    some = np.concatenate([song.bands[::16] for song in songs]).astype(np.float32)
    bins = np.concatenate([song.features[::16].reshape(-1, FEATURES) for song in songs]).astype(np.float32)
    net = Net(some.mean(0), some.std(0) + 0.05, bins.mean(0), bins.std(0) + 1e-3)
    optimizer = torch.optim.Adam(net.parameters(), lr=2e-3)
    total = 0.0
    for step in range(1, steps + 1):
        for group in optimizer.param_groups:
            group["lr"] = 2e-3 * min(1, step / 50) * max(0.02, np.cos(step / steps * np.pi / 2) ** 2)
        (bands, features, power, parts, known), kept = draw(songs)
        at, part = places(songs[0].bins[kept], HERTZ)
        fine, rough = net(bands, features, at, part)
        loss = loss_of(fine, power, parts, known) + 0.3 * loss_of(rough, power, parts, known)
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        total += loss.item()
        if step % 100 == 0:
            print(step, round(total / 100, 4), *(score(net, held) if held and step % 500 == 0 else []), flush=True)
            total = 0.0
    return net


def write_text(name, weights):
    """The net of each bin as numbers."""
    first, second = weights
    rows = [np.r_[first[0][j], first[1][j], second[0][:, j]] for j in range(HIDDEN)]
    text = [f"{number:.4g}" for number in np.concatenate([*rows, second[1]])]
    lines = "\n".join(" ".join(text[at : at + 16]) for at in range(0, len(text), 16))
    head = open(name).read().split("export const MASK_WEIGHTS")[0]
    with open(name, "w") as file:
        file.write(f"{head}export const MASK_WEIGHTS = Float32Array.from(\n  `\n{lines}\n`\n    .trim()\n    .split(/\\s+/),\n  Number,\n);\n")


def write_bytes(name, layers, inputs):
    """Of each layer, row by row, its weights in 8 bits; then scales and biases of all rows, and of inputs."""
    whole, numbers = [], []
    for weights, biases in layers:
        scales = np.abs(weights).max(1) / 127 + 1e-12
        whole.append(np.round(weights / scales[:, None]).astype(np.int8).tobytes())
        numbers += [scales, biases]
    data = b"".join(whole) + np.concatenate([*numbers, *inputs]).astype("<f4").tobytes()
    text = base64.b64encode(data).decode()
    lines = "\n".join(text[at : at + 8000] for at in range(0, len(text), 8000))
    head = open(name).read().split("export const BAND_WEIGHTS")[0]
    with open(name, "w") as file:
        file.write(f"{head}export const BAND_WEIGHTS = `\n{lines}\n`;\n")


def write(folder, net):
    get = lambda layer: (layer.weight.detach().numpy(), layer.bias.detach().numpy())
    weights, biases = get(net.first)
    weights, biases = weights.copy(), biases.copy()
    weights[:, :FEATURES] /= net.spread.numpy()
    biases -= weights[:, :FEATURES] @ net.mean.numpy()
    write_text(f"{folder}/mask-weights.ts", ((weights, biases), get(net.second)))
    gru = net.gru
    layers = [
        get(net.dense),
        (gru.weight_ih_l0.detach().numpy(), gru.bias_ih_l0.detach().numpy()),
        (gru.weight_hh_l0.detach().numpy(), gru.bias_hh_l0.detach().numpy()),
        get(net.out),
    ]
    write_bytes(f"{folder}/band-weights.ts", layers, (1 / net.band_spread.numpy(), net.band_mean.numpy()))


if __name__ == "__main__":
    songs = [Song(name) for name in sorted(glob.glob(f"{sys.argv[1]}/*.bins"))]
    steps = int(sys.argv[3])
    if sys.argv[2] != "-":
        write(sys.argv[2], fit(songs, steps))
    else:
        held = songs[2::6]
        net = fit([song for i, song in enumerate(songs) if i % 6 != 2], steps, held)
        print("held back: fine, bands alone, mix", *score(net, held), sep="\n")
