# Puts two fits together: the net that hears each bin by itself, and what fit-masks.py has made. Shares are
# then in proportion to the square root of the product of both.
#   python3 bench/audio/separation/merge-masks.py ALONE/mask-weights.ts FOLDER audio/separation
# ALONE has weights of 19 features and no rough shares; FOLDER holds both files that fit-masks.py has filled.
import base64
import sys

import numpy as np

FEATURES, SOURCES, HIDDEN = 19, 6, 64
SHAPES = [(112, 630), (384, 112), (384, 128), (288, 240)]
HALF = 0.5


def numbers(name):
    return np.array([float(text) for text in open(name).read().split("`")[-2].split()])


def merge_masks(alone, other, name):
    a, b = numbers(alone), numbers(other)
    first = a[:-SOURCES].reshape(HIDDEN, FEATURES + 1 + SOURCES)
    second = b[:-SOURCES].reshape(HIDDEN, FEATURES + SOURCES + 1 + SOURCES)
    rows = [np.r_[r[:FEATURES], np.zeros(SOURCES), r[FEATURES], HALF * r[FEATURES + 1 :]] for r in first]
    # Rough shares come at half their size.
    known, bias = slice(FEATURES, FEATURES + SOURCES), FEATURES + SOURCES
    rows += [np.r_[r[:FEATURES], r[known] / HALF, r[bias], HALF * r[bias + 1 :]] for r in second]
    text = [f"{x:.4g}" for x in np.concatenate([*rows, HALF * (a[-SOURCES:] + b[-SOURCES:])])]
    lines = "\n".join(" ".join(text[at : at + 16]) for at in range(0, len(text), 16))
    head = open(name).read().split("export const MASK_WEIGHTS")[0]
    with open(name, "w") as file:
        file.write(f"{head}export const MASK_WEIGHTS = Float32Array.from(\n  `\n{lines}\n`\n    .trim()\n    .split(/\\s+/),\n  Number,\n);\n")


def merge_bands(other, name):
    data = base64.b64decode(open(other).read().split("`")[-2])
    whole = sum(rows * columns for rows, columns in SHAPES)
    floats = np.frombuffer(data[whole:], "<f4").copy()
    rows = [rows for rows, _ in SHAPES]
    floats[2 * sum(rows[:-1]) : 2 * sum(rows)] *= HALF
    text = base64.b64encode(data[:whole] + floats.tobytes()).decode()
    lines = "\n".join(text[at : at + 8000] for at in range(0, len(text), 8000))
    head = open(name).read().split("export const BAND_WEIGHTS")[0]
    with open(name, "w") as file:
        file.write(f"{head}export const BAND_WEIGHTS = `\n{lines}\n`;\n")


alone, folder, out = sys.argv[1:]
merge_masks(alone, f"{folder}/mask-weights.ts", f"{out}/mask-weights.ts")
merge_bands(f"{folder}/band-weights.ts", f"{out}/band-weights.ts")
