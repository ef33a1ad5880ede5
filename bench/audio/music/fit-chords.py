# Fits the chord network to what keep-chord-features.ts has written; needs numpy.
#   python3 bench/audio/music/fit-chords.py FOLDER audio/music/chords/chord-weights.ts [EPOCHS]
# An eighth of the songs is held back; its figures are printed after each epoch: root, triad, whole
# chord, interval of the bass, no chord where there is none, and where there is one. The same follows
# for songs with loops, with costs of a change.
import base64
import glob
import sys

import numpy as np

BANDS, SCALARS, QUALITIES, HIDDEN = 4, 4, 10, 64
FEATURES = 12 * BANDS + SCALARS
OUTPUTS = QUALITIES + 12
# Qualities as songs have them, rather than as evenly as they were made.
PRIOR = np.array([0.42, 0.22, 0.1, 0.06, 0.1, 0.02, 0.03, 0.02, 0.02, 0.01])
# Logarithm by which "no chord" is less probable in songs than in what is fitted.
NO_CHORD_SHIFT = -2
rng = np.random.default_rng(1)


def load(files):
    rows = [np.fromfile(file, np.float32).reshape(-1, FEATURES + 3) for file in files]
    ids = np.concatenate([np.full(len(r), i) for i, r in enumerate(rows)])
    rows = np.concatenate(rows)
    return rows[:, :FEATURES], rows[:, FEATURES:].astype(int), ids


def rotated(x):
    """Beats, roots, inputs."""
    bands = x[:, : 12 * BANDS].reshape(-1, BANDS, 12)
    roots = np.stack([np.roll(bands, -root, axis=2).reshape(len(x), -1) for root in range(12)], 1)
    return np.concatenate([roots, np.repeat(x[:, None, 12 * BANDS :], 12, 1)], 2)


class Net:
    def __init__(self):
        self.p = {
            "w1": rng.normal(0, 0.2, (HIDDEN, FEATURES)),
            "b1": np.zeros(HIDDEN),
            "w2": rng.normal(0, 0.1, (OUTPUTS, HIDDEN)),
            "b2": np.zeros(OUTPUTS),
            "w3": rng.normal(0, 0.1, (1, HIDDEN + SCALARS)),
            "b3": np.zeros(1),
        }
        self.m = {k: np.zeros_like(v) for k, v in self.p.items()}
        self.v = {k: np.zeros_like(v) for k, v in self.p.items()}
        self.step = 0

    def forward(self, x):
        p = self.p
        r = rotated(x)
        h = np.maximum(0, r @ p["w1"].T + p["b1"])
        o = h @ p["w2"].T + p["b2"]
        mean = np.concatenate([h.mean(1), x[:, 12 * BANDS :]], 1)
        n = mean @ p["w3"].T + p["b3"]
        return r, h, o, mean, n

    def log_probabilities(self, x):
        _, _, o, _, n = self.forward(x)
        logits = np.concatenate([o[:, :, :QUALITIES].reshape(len(x), -1), n], 1)
        logits -= logits.max(1, keepdims=True)
        return logits - np.log(np.exp(logits).sum(1, keepdims=True)), o[:, :, QUALITIES:]

    def train(self, x, y, rate):
        p, count = self.p, len(x)
        r, h, o, mean, n = self.forward(x)
        logits = np.concatenate([o[:, :, :QUALITIES].reshape(count, -1), n], 1)
        prob = np.exp(logits - logits.max(1, keepdims=True))
        prob /= prob.sum(1, keepdims=True)
        target = np.where(y[:, 0] < 0, 12 * QUALITIES, y[:, 0] * QUALITIES + y[:, 1])
        loss = -np.log(prob[np.arange(count), target] + 1e-12).mean()
        prob[np.arange(count), target] -= 1
        go = np.zeros_like(o)
        go[:, :, :QUALITIES] = prob[:, :-1].reshape(count, 12, QUALITIES)
        gn = prob[:, -1:]
        has = y[:, 0] >= 0
        at = np.nonzero(has)[0]
        bass = o[at, y[at, 0], QUALITIES:]
        pb = np.exp(bass - bass.max(1, keepdims=True))
        pb /= pb.sum(1, keepdims=True)
        pb[np.arange(len(at)), (y[at, 2] - y[at, 0]) % 12] -= 1
        go[at, y[at, 0], QUALITIES:] = 0.5 * pb
        gm = gn @ p["w3"]
        gh = go @ p["w2"] + gm[:, None, :HIDDEN] / 12
        gh *= h > 0
        g = {
            "w1": np.einsum("brh,brf->hf", gh, r, optimize=True),
            "b1": gh.sum((0, 1)),
            "w2": np.einsum("bro,brh->oh", go, h, optimize=True),
            "b2": go.sum((0, 1)),
            "w3": gn.T @ mean,
            "b3": gn.sum(0),
        }
        self.step += 1
        for k in p:
            grad = g[k] / count + (1e-4 * p[k] if k[0] == "w" else 0)
            self.m[k] = 0.9 * self.m[k] + 0.1 * grad
            self.v[k] = 0.999 * self.v[k] + 0.001 * grad**2
            p[k] -= (
                rate
                * (self.m[k] / (1 - 0.9**self.step))
                / (np.sqrt(self.v[k] / (1 - 0.999**self.step)) + 1e-8)
            )
        return loss


def adjusted(log_p, train_prior):
    shift = np.append(np.tile(np.log(PRIOR / train_prior), 12), NO_CHORD_SHIFT)
    return log_p + shift


def viterbi(log_p, alpha, cost):
    score = alpha * log_p[0]
    ways = []
    for row in log_p[1:]:
        best = score.argmax()
        stay = score >= score[best] - cost
        ways.append(np.where(stay, np.arange(len(score)), best))
        score = np.where(stay, score, score[best] - cost) + alpha * row
    path = [score.argmax()]
    for way in reversed(ways):
        path.append(way[path[-1]])
    return np.array(path[::-1])


MAJMIN = np.array([0, 1, 0, 0, 1, 2, 3, 4, 4, 5])


def judge(net, x, y, ids, prior, alpha=1.0, cost=0.0):
    log_p, bass = net.log_probabilities(x)
    log_p = adjusted(log_p, prior)
    path = np.concatenate([viterbi(log_p[ids == i], alpha, cost) for i in np.unique(ids)])
    root = np.where(path == 12 * QUALITIES, -1, path // QUALITIES)
    quality = np.where(root < 0, -1, path % QUALITIES)
    same = root == y[:, 0]
    chord = y[:, 0] >= 0
    exact = same & (quality == y[:, 1])
    third = same & (MAJMIN[quality] == MAJMIN[y[:, 1]])
    intervals = bass[np.arange(len(x)), np.maximum(y[:, 0], 0)].argmax(1)
    low = (intervals == (y[:, 2] - y[:, 0]) % 12)[chord]
    none = (root[~chord] < 0).mean() if (~chord).any() else np.nan
    return (same[chord].mean(), third[chord].mean(), exact[chord].mean(), low.mean(), none, (root[chord] < 0).mean())


def packed(net, prior):
    p = {k: v.copy() for k, v in net.p.items()}
    p["b2"][:QUALITIES] += np.log(PRIOR / prior)
    p["b3"] += NO_CHORD_SHIFT
    whole, numbers = b"", b""
    for w, b in (("w1", "b1"), ("w2", "b2"), ("w3", "b3")):
        scales = np.abs(p[w]).max(1) / 127
        whole += np.round(p[w] / scales[:, None]).astype(np.int8).tobytes()
        numbers += scales.astype("<f4").tobytes() + p[b].astype("<f4").tobytes()
    return base64.b64encode(whole + numbers).decode()


def main():
    folder, file = sys.argv[1:3]
    epochs = int(sys.argv[3]) if len(sys.argv) > 3 else 40
    files = sorted(glob.glob(f"{folder}/fit-*.f32"))
    held = [f for i, f in enumerate(files) if i % 8 == 3]
    x, y, _ = load([f for f in files if f not in held])
    hx, hy, hids = load(held)
    chord = y[:, 0] >= 0
    prior = np.bincount(y[chord, 1], minlength=QUALITIES) / chord.sum()
    net = Net()
    print(len(x), "beats", np.round(prior, 3))
    for epoch in range(epochs):
        order = rng.permutation(len(x))
        rate = 3e-3 * 0.5 * (1 + np.cos(np.pi * epoch / epochs)) + 1e-5
        losses = [
            net.train(x[order[at : at + 256]], y[order[at : at + 256]], rate)
            for at in range(0, len(x), 256)
        ]
        if epoch % 5 == 4:
            print(epoch, round(float(np.mean(losses)), 3), np.round(judge(net, hx, hy, hids, prior), 3), flush=True)
    loops = load(sorted(glob.glob(f"{folder}/loops-*.f32")))
    for cost in (1, 2, 3, 4, 6, 8, 10):
        print("cost", cost, np.round(judge(net, *loops, prior, 1.0, cost), 3))
    with open(file, "w") as out:
        out.write(HEAD + f'  "{packed(net, prior)}";\n')


HEAD = """/**
 * Weights of the chord network: 8-bit weights of each layer, row by row, then scales and biases of
 * each layer's rows as floats (base64). Fitted by `bench/audio/music/fit-chords.py` on made songs
 * that no benchmark uses.
 */
export const CHORD_WEIGHTS =
"""

if __name__ == "__main__":
    main()
