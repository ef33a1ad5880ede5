# Fits the decisions about tempo, meter and bar lines to what keep-beat-features.ts has written; needs
# numpy.
#   python3 bench/audio/music/fit-beats.py FOLDER audio/music/beat-weights.ts|-
# Each song offers candidates (a period of the beat with a meter; a beginning of bars), which a network
# scores; the right one should win.
import base64
import glob
import sys

import numpy as np

EPOCHS, NOISE = 60, 0.05


def load(pattern, head, features):
    songs = []
    for file in sorted(glob.glob(pattern)):
        rows = np.fromfile(file, np.float32).reshape(-1, head + features)
        songs += np.split(rows, np.flatnonzero(np.diff(rows[:, 0])) + 1)
    return songs


def padded(songs, head, outputs, column):
    """Inputs, whether there is a candidate, and which outputs are right."""
    count = max(len(s) for s in songs)
    x = np.zeros((len(songs), count, songs[0].shape[1] - head))
    mask = np.zeros((len(songs), count, 1), bool)
    y = np.zeros((len(songs), count, outputs))
    for i, s in enumerate(songs):
        x[i, : len(s)] = s[:, head:]
        mask[i, : len(s)] = True
        for row in range(len(s)):
            if outputs == 1:
                y[i, row, 0] = s[row, column]
            elif s[row, column] >= 0:
                y[i, row, int(s[row, column])] = 1
    return x, mask, y


def probabilities(p, x, mask):
    h = np.maximum(0, x @ p["w1"].T + p["b1"])
    o = np.where(mask, h @ p["w2"].T + p["b2"], -1e9)
    e = np.exp(o - o.max((1, 2), keepdims=True))
    return h, e / e.sum((1, 2), keepdims=True)


def train(data, hidden):
    rng = np.random.default_rng(1)
    x, mask, y = data
    has = y.sum((1, 2)) > 0
    x, mask, y = x[has], mask[has], y[has]
    p = {
        "w1": rng.normal(0, 0.1, (hidden, x.shape[2])),
        "b1": np.zeros(hidden),
        "w2": rng.normal(0, 0.1, (y.shape[2], hidden)),
        "b2": np.zeros(y.shape[2]),
    }
    m = {k: np.zeros_like(v) for k, v in p.items()}
    v = {k: np.zeros_like(w) for k, w in p.items()}
    step = 0
    for epoch in range(EPOCHS):
        rate = 4e-3 * 0.5 * (1 + np.cos(np.pi * epoch / EPOCHS)) + 1e-5
        order = rng.permutation(len(x))
        for at in range(0, len(order), 16):
            own = order[at : at + 16]
            noisy = x[own] + rng.normal(0, NOISE, x[own].shape)
            h, e = probabilities(p, noisy, mask[own])
            # Several candidates may be right: their probabilities are added.
            right = e * y[own]
            e = e - right / (right.sum((1, 2), keepdims=True) + 1e-12)
            gh = (e @ p["w2"]) * (h > 0)
            g = {
                "w1": np.einsum("nrh,nrf->hf", gh, noisy),
                "b1": gh.sum((0, 1)),
                "w2": np.einsum("nro,nrh->oh", e, h),
                "b2": e.sum((0, 1)),
            }
            step += 1
            for k in p:
                grad = g[k] / len(own) + (DECAY * p[k] if k[0] == "w" else 0)
                m[k] = 0.9 * m[k] + 0.1 * grad
                v[k] = 0.999 * v[k] + 0.001 * grad**2
                p[k] -= rate * (m[k] / (1 - 0.9**step)) / (np.sqrt(v[k] / (1 - 0.999**step)) + 1e-8)
    return p


def judge(p, data):
    x, mask, y = data
    _, e = probabilities(p, x, mask)
    best = e.reshape(len(x), -1).argmax(1)
    row = best // y.shape[2]
    return np.round([(y.reshape(len(x), -1)[np.arange(len(x)), best] > 0).mean(), (y.sum(2)[np.arange(len(x)), row] > 0).mean()], 3)


def packed(p):
    whole, numbers = b"", b""
    for w, b in (("w1", "b1"), ("w2", "b2")):
        scales = np.abs(p[w]).max(1) / 127 + 1e-12
        whole += np.round(p[w] / scales[:, None]).astype(np.int8).tobytes()
        numbers += scales.astype("<f4").tobytes() + p[b].astype("<f4").tobytes()
    return base64.b64encode(whole + numbers).decode()


def fit(folder, name, head, features, outputs, column, hidden):
    """Kinds that are drawn, judged on those of beat-idioms.ts; then both together."""
    drawn, named = (load(f"{folder}/{set}-{name}.f32", head, features) for set in ("drawn-*", "fit"))
    data = [padded(songs, head, outputs, column) for songs in (drawn, named)]
    p = train(data[0], hidden)
    print(name, len(drawn), len(named), judge(p, data[0]), judge(p, data[1]), flush=True)
    p = train(padded(drawn + named * SHARE, head, outputs, column), hidden)
    print("all", judge(p, data[0]), judge(p, data[1]), flush=True)
    return packed(p)


DECAY, SHARE = 1e-3, 3
HEAD = """/**
 * Weights of the networks that choose the tempo with its meter, and the bar lines: 8-bit weights of
 * each layer, row by row, then scales and biases of each layer's rows as floats (base64). Fitted by
 * `bench/audio/music/fit-beats.py` on made songs that no benchmark uses.
 */
"""


def main():
    folder, file = sys.argv[1:3]
    text = HEAD
    text += f'export const TEMPO_WEIGHTS =\n  "{fit(folder, "tempo", 5, 91, 4, 1, 24)}";\n'
    text += f'export const BAR_WEIGHTS =\n  "{fit(folder, "bars", 3, 29, 1, 1, 12)}";\n'
    if file != "-":
        with open(file, "w") as out:
            out.write(text)


if __name__ == "__main__":
    main()
