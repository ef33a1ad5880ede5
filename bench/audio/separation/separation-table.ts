import { installMaterial } from "../material.ts";
import type { Bench, Table } from "../table.ts";
import { cutCenter, filterStereo, separatePlainly } from "./baselines.ts";
import { createScorer, type SeparationScore } from "./bss-eval.ts";
import type { Stereo } from "./multitracks.ts";
import { keepMix, type NetStems, readNetStems } from "./other-engine.ts";
import { separate } from "./separate.ts";
import { LEARN_PACKAGES, renderLearned } from "./learn-songs.ts";
import { addUp, renderJudged, renderReal, SAMPLE_RATE, type Song, SONG_PACKAGES } from "./songs.ts";

/** Number of songs of the selection set that are separated. */
const LEARNED = 24;

const COLUMNS = ["input", "ours", "centre cut", "plain HPSS", "ffmpeg", "HTDemucs"] as const;
type Column = (typeof COLUMNS)[number];

/** What is asked for, what of a song is the truth of it, and who gives it. */
interface Row {
  readonly name: string;
  readonly truth: (song: Song) => Stereo | null;
  readonly answers: (all: Separated) => Partial<Record<Column, Stereo | null | undefined>>;
  /** What a net of four stems gives for it. */
  readonly net?: (net: NetStems) => Stereo;
}

/** Measurements of a mix. */
interface Separated {
  readonly mix: Stereo;
  readonly own: ReturnType<typeof separateAll>;
  readonly center: ReturnType<typeof cutCenter>;
  readonly plain: ReturnType<typeof separatePlainly>;
  readonly filtered: (filter: string) => Stereo;
}

const separateAll = (mix: Stereo) =>
  separate(["vocals", "drums", "bass", "guitar", "piano", "lead"], mix);

/** What stems leave of a mix. */
const rest = (mix: Stereo, ...stems: readonly Stereo[]): Stereo => {
  const sum = addUp(stems);
  return mix.map((samples, side) => samples.map((x, i) => x - sum[side as 0 | 1][i]!)) as never;
};

const without = (song: Song, ...names: readonly string[]): Stereo | null => {
  const own = Object.entries(song.stems);
  const left = own.filter(([name]) => !names.includes(name));
  return left.length > 0 && left.length < own.length ? addUp(left.map(([, stem]) => stem)) : null;
};

/** dialoguenhance puts the voice into a third channel. */
const DIALOGUE = "dialoguenhance=original=0:enhance=1:voice=2,pan=stereo|c0=c2|c1=c2";

const ROWS: readonly Row[] = [
  {
    name: "vocals",
    truth: ({ stems }) => stems.vocals ?? null,
    answers: (all) => ({
      ours: all.own.vocals,
      "centre cut": all.center.center,
      "plain HPSS": all.plain.harmonic,
      ffmpeg: all.filtered(DIALOGUE),
    }),
    net: ({ vocals }) => vocals,
  },
  {
    name: "instrumental",
    truth: (song) => without(song, "vocals"),
    answers: (all) => ({
      ours: rest(all.mix, all.own.vocals),
      "centre cut": all.center.sides,
      ffmpeg: all.filtered("stereotools=mlev=0.015625"),
    }),
    net: ({ drums, bass, other }) => addUp([drums, bass, other]),
  },
  {
    name: "drums",
    truth: ({ stems }) => stems.drums ?? null,
    answers: (all) => ({
      ours: all.own.drums,
      "plain HPSS": all.plain.drums,
    }),
    net: ({ drums }) => drums,
  },
  {
    name: "without drums",
    truth: (song) => without(song, "drums"),
    answers: (all) => ({
      ours: rest(all.mix, all.own.drums),
    }),
    net: ({ vocals, bass, other }) => addUp([vocals, bass, other]),
  },
  {
    name: "bass",
    truth: ({ stems }) => stems.bass ?? null,
    answers: (all) => ({
      ours: all.own.bass,
      "plain HPSS": all.plain.bass,
      ffmpeg: all.filtered("lowpass=f=250"),
    }),
    net: ({ bass }) => bass,
  },
  {
    name: "without bass",
    truth: (song) => without(song, "bass"),
    answers: (all) => ({
      ours: rest(all.mix, all.own.bass),
      ffmpeg: all.filtered("highpass=f=250"),
    }),
    net: ({ vocals, drums, other }) => addUp([vocals, drums, other]),
  },
  {
    name: "other",
    truth: (song) => without(song, "vocals", "drums", "bass", "rest"),
    answers: (all) => ({
      ours: rest(all.mix, all.own.vocals, all.own.drums, all.own.bass),
    }),
    net: ({ other }) => other,
  },
  {
    name: "guitar",
    truth: ({ stems }) => stems.guitar ?? null,
    answers: (all) => ({ ours: all.own.guitar }),
  },
  {
    name: "without guitar",
    truth: (song) => without(song, "guitar"),
    answers: (all) => ({ ours: rest(all.mix, all.own.guitar) }),
  },
  {
    name: "piano",
    truth: ({ stems }) => stems.piano ?? null,
    answers: (all) => ({ ours: all.own.piano }),
  },
  {
    name: "without piano",
    truth: (song) => without(song, "piano"),
    answers: (all) => ({ ours: rest(all.mix, all.own.piano) }),
  },
  {
    name: "lead voice",
    truth: ({ lead, backing }) => (backing ? lead : null),
    answers: (all) => ({ ours: all.own.lead, "centre cut": all.center.center }),
  },
];

const show = ({ siSdr, sir, sar }: SeparationScore) =>
  [siSdr, sir, sar].map((value) => value.toFixed(1)).join(" / ");
const mean = (scores: readonly SeparationScore[]): SeparationScore => {
  const of = (key: keyof SeparationScore) =>
    scores.reduce((sum, score) => sum + score[key], 0) / scores.length;
  return { siSdr: of("siSdr"), sir: of("sir"), sar: of("sar") };
};

/** Scores of one song into the lists of their rows and columns. */
function scoreSong(
  song: Song,
  { net, alone }: { readonly net: NetStems | null; readonly alone: boolean },
  into: Map<string, SeparationScore[]>,
): void {
  const stems = Object.values(song.stems);
  const mix = addUp(stems);
  const score = createScorer(stems);
  const all: Separated | null = alone
    ? null
    : {
        mix,
        own: separateAll(mix),
        center: cutCenter(mix),
        plain: separatePlainly(mix),
        filtered: (filter) => filterStereo(mix, SAMPLE_RATE, filter),
      };
  for (const { name, truth, answers, net: ofNet } of ROWS) {
    const reference = truth(song);
    if (!reference) continue;
    const scores = {
      ...(all && { input: mix, ...answers(all) }),
      HTDemucs: net && ofNet?.(net),
    };
    for (const [column, answer] of Object.entries(scores)) {
      if (!answer) continue;
      const key = `${name} ${column}`;
      into.set(key, [...(into.get(key) ?? []), score(answer, reference)]);
    }
  }
}

async function tableRows(
  kind: string,
  songs: Iterable<Song>,
  { stems: folder, onlyStems: alone }: Pick<Bench, "stems" | "onlyStems">,
): Promise<string[][]> {
  const scores = new Map<string, SeparationScore[]>();
  for (const song of songs) {
    if (folder !== null) await keepMix(folder, song);
    const net = folder === null ? null : readNetStems(folder, song);
    scoreSong(song, { net, alone }, scores);
    process.stderr.write(`${song.name}\n`);
  }
  return ROWS.flatMap(({ name }) => {
    const count = scores.get(`${name} ${alone ? "HTDemucs" : "input"}`)?.length ?? 0;
    if (count === 0) return [];
    const cells = COLUMNS.map((column) => {
      const own = scores.get(`${name} ${column}`);
      return own ? show(mean(own)) : "–";
    });
    return [[`${kind}: ${name} (${count})`, ...cells]];
  });
}

/** Songs taken apart: the input, the built-in engine, three plain ways, and a net where it was run before. */
export async function benchSeparation(bench: Bench): Promise<Table> {
  const { root, quick, choosing } = bench;
  const log = (line: string) => void process.stderr.write(`${line}\n`);
  installMaterial(log, SONG_PACKAGES);
  if (choosing) installMaterial(log, LEARN_PACKAGES);
  const set = choosing ? "learn" : "judge";
  const maxSongs = quick ? 2 : Infinity;
  const songs = choosing ? renderLearned(root, LEARNED) : renderJudged(root);
  const rendered = [...take(songs, maxSongs)];
  return {
    title: "separation: SI-SDR / SIR / SAR dB, means over songs (how many)",
    header: ["stem", ...COLUMNS],
    rows: [
      ...(await tableRows("rendered", rendered, bench)),
      ...(await tableRows("real", take(renderReal(set, rendered), maxSongs), bench)),
    ],
  };
}

function* take<T>(all: Iterable<T>, maxSongs: number): Generator<T> {
  let count = 0;
  for (const one of all) {
    if (count++ >= maxSongs) return;
    yield one;
  }
}
