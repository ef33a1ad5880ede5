# Fits the weights of the masks to what keep-features.ts has kept; needs numpy.
#   python3 bench/audio/separation/fit-masks.py FOLDER audio/separation/mask-weights.ts
# Without a second name it holds a fifth of the songs back and says how well they are told apart:
# dB of each source's power over that of the error, of songs that were fitted and that were held back.
import glob
import sys

import numpy as np

FEATURES, SOURCES, HIDDEN = 19, 6, 64
EPOCHS, BATCH, BINS_A_SONG = 12, 4096, 20_000
VOCALS, GUITAR = 0, 3
random = np.random.default_rng(1)


def read(name):
    """Bins of a song, the loud ones more often, and how much the errors of each of its sources count."""
    rows = np.fromfile(name, np.float32).reshape(-1, FEATURES + SOURCES + 1)
    shares, power = rows[:, FEATURES:-1], rows[:, -1].astype(np.float64)
    known = ~np.isnan(shares[0])
    energy = (power[:, None] * np.nan_to_num(shares) ** 2).sum(0)
    chance = power**0.6
    chance /= chance.sum()
    taken = random.choice(len(rows), BINS_A_SONG, p=chance)
    weight = power[taken] / (chance[taken] * BINS_A_SONG)
    importance = known / (energy + 0.1 * power.sum())
    if not known.all():
        importance[GUITAR] *= 0.5
    return rows[taken, :FEATURES], np.nan_to_num(shares[taken]), weight, importance, energy, power.sum()


def forward(inputs, weights):
    hidden = np.maximum(inputs @ weights[0] + weights[1], 0)
    logs = hidden @ weights[2] + weights[3]
    shares = np.exp(logs - logs.max(1, keepdims=True))
    return hidden, shares / shares.sum(1, keepdims=True)


def score(songs, weights, mean, spread):
    decibels = []
    for inputs, shares, weight, importance, energy, power in songs:
        _, told = forward((inputs - mean) / spread, weights)
        error = (weight[:, None] * (told - shares) ** 2).sum(0)
        heard = (importance > 0) & (energy > 1e-3 * power)
        decibels.append(np.where(heard, 10 * np.log10((energy + 1e-12) / error), np.nan))
    return np.round(np.nanmean(decibels, 0), 2)


def fit(songs):
    inputs = np.concatenate([song[0] for song in songs])
    mean, spread = inputs.mean(0), inputs.std(0) + 1e-6
    inputs = ((inputs - mean) / spread).astype(np.float32)
    shares = np.concatenate([song[1] for song in songs])
    loss = np.concatenate([song[2][:, None] * song[3] for song in songs]) * BINS_A_SONG
    loss = np.minimum(loss, 200).astype(np.float32)
    shapes = [(FEATURES, HIDDEN), (HIDDEN, SOURCES)]
    weights = []
    for rows, columns in shapes:
        weights += [random.normal(0, np.sqrt(2 / rows), (rows, columns)).astype(np.float32), np.zeros(columns, np.float32)]
    first, second = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]
    step = 0
    for epoch in range(EPOCHS):
        rate = 1.5e-3 * (1 + np.cos(np.pi * epoch / EPOCHS)) + 1e-5
        order = random.permutation(len(inputs))
        for at in range(0, len(inputs) - BATCH, BATCH):
            some = order[at : at + BATCH]
            hidden, told = forward(inputs[some], weights)
            slope = 2 * loss[some] * (told - shares[some]) / BATCH
            slope = told * (slope - (slope * told).sum(1, keepdims=True))
            back = (slope @ weights[2].T) * (hidden > 0)
            slopes = [inputs[some].T @ back, back.sum(0), hidden.T @ slope, slope.sum(0)]
            step += 1
            for i, own in enumerate(slopes):
                first[i] = 0.9 * first[i] + 0.1 * own
                second[i] = 0.99 * second[i] + 0.01 * own**2
                weights[i] -= rate * first[i] / (1 - 0.9**step) / (np.sqrt(second[i] / (1 - 0.99**step)) + 1e-8)
    return weights, mean, spread


def write(name, weights, mean, spread):
    rows = weights[0] / spread[:, None]
    biases = weights[1] - mean @ rows
    numbers = np.concatenate([np.r_[rows[:, j], biases[j], weights[2][j]] for j in range(HIDDEN)] + [weights[3]])
    text = [f"{number:.4g}" for number in numbers]
    lines = "\n".join(" ".join(text[at : at + 14]) for at in range(0, len(text), 14))
    head = open(name).read().split("export const MASK_WEIGHTS")[0]
    with open(name, "w") as file:
        file.write(f"{head}export const MASK_WEIGHTS = Float32Array.from(\n  `\n{lines}\n`\n    .trim()\n    .split(/\\s+/),\n  Number,\n);\n")


songs = [read(name) for name in sorted(glob.glob(f"{sys.argv[1]}/*.f32"))]
if len(sys.argv) > 2:
    write(sys.argv[2], *fit(songs))
else:
    held = songs[2::5]
    fitted = [song for i, song in enumerate(songs) if i % 5 != 2]
    result = fit(fitted)
    print("fitted", score(fitted, *result), "held back", score(held, *result))
