# Fits the guard that leads the mixture of both nets back to the input where what would go is speech, on what
# keep-mixtures.ts has kept (learn, voices, turns); needs Debian's python3-torch.
#   /usr/bin/python3 bench/audio/denoise/fit-guard.py KEPT FOLDER…            # hears the mixtures: KEPT.pt
#   /usr/bin/python3 bench/audio/denoise/fit-guard.py KEPT fit STEPS FILE KEPT.pt…  # writes mix/guard-weights.ts
# Held back: an eighth of the mixtures, and each in which one of three voices speaks with another.
import base64
import glob
import importlib.util
import json
import os
import re
import sys

import numpy as np
import torch
from torch import nn

HERE = os.path.dirname(os.path.abspath(__file__))
spec = importlib.util.spec_from_file_location("fit_mix", f"{HERE}/fit-mix.py")
mix = importlib.util.module_from_spec(spec)
spec.loader.exec_module(mix)

EVERY, HEARD, UNITS, EDGE = 4, 64, 24, 0.06
HELD_VOICES = ("1", "6", "8")
RATE, BATCH, WARM = 4e-3, 24, 40
# For each dB below the input; below the result without it; that where nobody else speaks; hearing others.
BELOW, LOST, LOST_NOISE, HEARD_SO = 1.0, 0.15, 0.35, 0.1
torch.set_num_threads(1)


def mix_net():
    """The net that mixes, as audio/restoration/mix/mix-weights.ts has it."""
    with open(f"{HERE}/../../../audio/restoration/mix/mix-weights.ts") as file:
        data = base64.b64decode(re.search(r'"([^"]+)"', file.read())[1])
    net, at = mix.Net(), 0
    layers = mix.layers_of(net)
    whole = sum(weight.numel() for weight, _ in layers)
    numbers = np.frombuffer(data[whole:], "<f4")
    steps = np.frombuffer(data[:whole], np.int8)
    with torch.no_grad():
        for weight, bias in layers:
            rows, columns = weight.shape
            scale, numbers = torch.tensor(numbers[:rows].copy()), numbers[rows:]
            bias.copy_(torch.tensor(numbers[:rows].copy()))
            numbers = numbers[rows:]
            of_rows = steps[at : at + rows * columns].astype(np.float32).reshape(rows, columns)
            weight.copy_(torch.tensor(of_rows) * scale[:, None])
            at += rows * columns
    return net


def heard(net, file):
    """What the guard hears of a mixture, and the products from which its scores follow; each four frames."""
    speech, mixture, low, full = mix.spectra_of(file)
    with torch.no_grad():
        inputs = mix.told(mixture[None], low[None], full[None])
        first = torch.relu(net.dense(inputs))
        state, _ = net.gru(first)
        answers = torch.sigmoid(net.out(torch.cat([first, state], -1)))
        result = mix.mixed(answers, inputs, mixture[None], low[None], full[None])[0]
    dot = lambda a, b: (a.real * b.real + a.imag * b.imag).sum(-1)
    pairs = [(result, speech), (mixture, speech), (result, result)]
    pairs += [(mixture, result), (mixture, mixture), (speech, speech)]
    products = torch.stack([dot(a, b) for a, b in pairs], -1)
    count = len(products) // EVERY
    group = lambda z: z[: count * EVERY].reshape(count, EVERY, -1)
    return group(state[0]).mean(1).half(), group(products).sum(1)


class Guard(nn.Module):
    def __init__(self):
        super().__init__()
        self.dense = nn.Linear(HEARD, UNITS)
        self.gru = nn.GRU(UNITS, UNITS, batch_first=True)
        # How far to the input; and, for the fit alone, whether other voices are what is to go.
        self.out = nn.Linear(UNITS, 2)
        with torch.no_grad():
            self.out.bias[0] = -2.0

    def forward(self, state):
        units, _ = self.gru(torch.relu(self.dense(state)))
        return self.out(units)


def led(said):
    """From a group of frames to the next one, straight, as mix-guard.ts leads: the mean of each group."""
    back = ((torch.sigmoid(said[..., 0]) - EDGE) / (1 - 2 * EDGE)).clamp(0, 1)
    before = nn.functional.pad(back, (2, 0))[:, : back.shape[1] + 1]
    # What group t hears leads from group t + 1 on.
    return 0.375 * before[:, :-1] + 0.625 * before[:, 1:]


def si_sdr(back, products):
    """Of the result that is led back to the input so far."""
    of_result, of_input, result, both, mixture, speech = products.unbind(-1)
    cross = (of_result + back * (of_input - of_result)).sum(1)
    stays = 1 - back
    power = (stays**2 * result + 2 * back * stays * both + back**2 * mixture).sum(1)
    own = speech.sum(1)
    target = cross**2 / own
    return 10 * torch.log10((target + 1e-6 * own) / ((power - target).clamp_min(0) + 1e-4 * own))


def hear(kept, folders):
    net, told = mix_net(), {}
    for folder in folders:
        crowds = [n for file in glob.glob(f"{folder}/crowds-*.json") for n in json.load(open(file))]
        for file in sorted(glob.glob(f"{folder}/*.f32")):
            name = os.path.basename(file)[:-4]
            told[name] = (*heard(net, file), name.startswith("voices") or name in crowds)
    torch.save(told, f"{kept}.pt")


def is_held(name):
    kind, *voices, number = name.split("-")
    return int(number) % 8 == 0 or any(voice in HELD_VOICES for voice in voices)


class Kept:
    def __init__(self, files):
        told = {n: one for file in files for n, one in torch.load(file).items()}
        spoken = [n for n, (_, p, _) in told.items() if p[:, 5].sum() > 1e-6 * p[:, 4].sum()]
        frames = min(len(told[n][0]) for n in spoken)
        self.states = torch.stack([told[n][0][:frames].float() for n in spoken])
        self.products = torch.stack([told[n][1][:frames] for n in spoken])
        self.products /= self.products[:, :, 5].sum(1)[:, None, None]
        self.voices = torch.tensor([told[n][2] for n in spoken]).float()
        self.kinds = np.array(
            ["crowd" if n.startswith("learn") and told[n][2] else n.split("-")[0] for n in spoken]
        )
        held = np.array([is_held(n) for n in spoken])
        self.held, self.learned = np.flatnonzero(held), np.flatnonzero(~held)
        stays, goes = torch.zeros(1, 1), torch.ones(1, 1)
        self.results, self.inputs = si_sdr(stays, self.products), si_sdr(goes, self.products)


def report(guard, kept, ids, title):
    with torch.no_grad():
        back = led(guard(kept.states[ids]))
        scores = si_sdr(back, kept.products[ids])
    before, given = kept.results[ids], kept.inputs[ids]
    for kind in [*sorted(set(kept.kinds[ids])), ""]:
        some = torch.tensor(np.flatnonzero(np.char.startswith(kept.kinds[ids], kind)))
        change = (scores - before)[some]
        was, over = (before - given)[some], (scores - given)[some]
        print(
            f"{title} {kind or 'all'}: {len(some)}",
            f"below the input {(was < 0).sum()} -> {(over < 0).sum()}, by 0.1 dB {(over < -0.1).sum()}",
            f"least {was.min():.2f} -> {over.min():.2f}",
            f"change mean {change.mean():+.2f}, least {change.min():+.2f}, led {back[some].mean():.3f}",
            sep=" | ",
            flush=True,
        )


def fit(kept, steps):
    torch.manual_seed(1)
    guard, random = Guard(), np.random.default_rng(1)
    optimizer = torch.optim.Adam(guard.parameters(), RATE, weight_decay=1e-5)
    halves = [[i for i in kept.learned if kept.voices[i] == voices] for voices in (1, 0)]
    for step in range(steps):
        for group in optimizer.param_groups:
            group["lr"] = RATE * min(1, (step + 1) / 30) * 0.5 ** (4 * step / steps)
        ids = np.concatenate([random.choice(half, BATCH // 2, replace=False) for half in halves])
        states = kept.states[ids]
        said = guard(states + 0.05 * torch.randn_like(states))
        scores = si_sdr(led(said), kept.products[ids])
        voices = kept.voices[ids]
        heard_so = said[:, WARM:, 1]
        loss = (
            BELOW * torch.relu(kept.inputs[ids].clamp(max=30) + 0.3 - scores)
            + (LOST + LOST_NOISE * (1 - voices)) * torch.relu(kept.results[ids].clamp(max=30) - scores)
            - 0.03 * scores.clamp(max=30)
        ).mean() + HEARD_SO * nn.functional.binary_cross_entropy_with_logits(
            heard_so, voices[:, None].expand_as(heard_so)
        )
        optimizer.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(guard.parameters(), 1.0)
        optimizer.step()
    report(guard, kept, kept.learned, "learned")
    report(guard, kept, kept.held, "held back")
    return guard


HEAD = """/**
 * Weights of the guard of the mixture: of each layer, row by row, in 8 bits; then scales and biases of the
 * rows of each, as floats (base64). Fitted by `bench/audio/denoise/fit-guard.py`, as those of the mixture.
 */
export const GUARD_WEIGHTS =
"""


def write(guard, file):
    gru = guard.gru
    layers = [
        (guard.dense.weight, guard.dense.bias),
        (gru.weight_ih_l0, gru.bias_ih_l0),
        (gru.weight_hh_l0, gru.bias_hh_l0),
        (guard.out.weight[:1], guard.out.bias[:1]),
    ]
    with open(file, "w") as out:
        out.write(f'{HEAD}  "{mix.packed(layers)}";\n')


if __name__ == "__main__":
    if sys.argv[2] == "fit":
        guard = fit(Kept(sys.argv[5:]), int(sys.argv[3]))
        torch.save(guard.state_dict(), sys.argv[1])
        write(guard, sys.argv[4])
    else:
        hear(sys.argv[1], sys.argv[2:])
