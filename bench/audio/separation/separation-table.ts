import type { Block } from "../../../audio/effect.ts";
import { createSeparator } from "../../../audio/separation/separator.ts";
import type { SeparationPreset, StemName } from "../../../audio/separation/presets.ts";
import { SEPARATION_PRESETS } from "../../../audio/separation/presets.ts";
import { copyFrames, joinBlocks } from "../../../audio/signal/blocks.ts";
import { installMaterial } from "../material.ts";
import type { Bench, Table } from "../table.ts";
import { cutCentre, filterStereo, separatePlainly } from "./baselines.ts";
import { scoreStem, type SeparationScore } from "./bss-eval.ts";
import type { Stereo } from "./multitracks.ts";
import {
  addUp,
  LEARN_PACKAGES,
  renderReal,
  renderSongs,
  SAMPLE_RATE,
  type Song,
  SONG_PACKAGES,
} from "./songs.ts";

const BLOCK = 16_384;

/** What a preset of the built-in engine gives of a song. */
function separate(preset: SeparationPreset, mix: Stereo): Partial<Record<StemName, Stereo>> {
  const separator = createSeparator({ preset }, { sampleRate: SAMPLE_RATE, channels: 2 });
  const parts: (readonly Block[] | null)[] = [];
  for (let at = 0; at < mix[0].length; at += BLOCK) {
    const stems = separator.push(mix.map((samples) => samples.subarray(at, at + BLOCK)));
    parts.push(stems && stems.map((stem) => copyFrames(stem, 0)));
  }
  parts.push(separator.flush());
  return Object.fromEntries(
    SEPARATION_PRESETS[preset].map((name, i) => [
      name,
      joinBlocks(
        parts.map((part) => part && part[i]!),
        2,
      ) as unknown as Stereo,
    ]),
  );
}

const COLUMNS = ["input", "ours", "centre cut", "plain HPSS", "ffmpeg"] as const;
type Column = (typeof COLUMNS)[number];

/** What is asked for, what of a song is the truth of it, and who gives it. */
interface Row {
  readonly name: string;
  readonly truth: (song: Song) => Stereo | null;
  readonly answers: (all: Separated) => Partial<Record<Column, Stereo | undefined>>;
}

interface Separated {
  readonly stems: ReturnType<typeof separate>;
  readonly of: (preset: SeparationPreset) => ReturnType<typeof separate>;
  readonly centre: ReturnType<typeof cutCentre>;
  readonly plain: ReturnType<typeof separatePlainly>;
  readonly filtered: (filter: string) => Stereo;
}

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
      ours: all.stems.vocals,
      "centre cut": all.centre.centre,
      "plain HPSS": all.plain.harmonic,
      ffmpeg: all.filtered(DIALOGUE),
    }),
  },
  {
    name: "instrumental",
    truth: (song) => without(song, "vocals"),
    answers: (all) => ({
      ours: all.of("instrumental").instrumental,
      "centre cut": all.centre.sides,
      ffmpeg: all.filtered("stereotools=mlev=0.015625"),
    }),
  },
  {
    name: "drums",
    truth: ({ stems }) => stems.drums ?? null,
    answers: (all) => ({ ours: all.stems.drums, "plain HPSS": all.plain.drums }),
  },
  {
    name: "without drums",
    truth: (song) => without(song, "drums"),
    answers: (all) => ({ ours: all.of("no-drums").rest }),
  },
  {
    name: "bass",
    truth: ({ stems }) => stems.bass ?? null,
    answers: (all) => ({
      ours: all.stems.bass,
      "plain HPSS": all.plain.bass,
      ffmpeg: all.filtered("lowpass=f=250"),
    }),
  },
  {
    name: "without bass",
    truth: (song) => without(song, "bass"),
    answers: (all) => ({
      ours: all.of("no-bass").rest,
      ffmpeg: all.filtered("highpass=f=250"),
    }),
  },
  {
    name: "other",
    truth: (song) => without(song, "vocals", "drums", "bass", "rest"),
    answers: (all) => ({ ours: all.stems.other }),
  },
  {
    name: "guitar",
    truth: ({ stems }) => stems.guitar ?? null,
    answers: (all) => ({ ours: all.of("no-guitar").guitar }),
  },
  {
    name: "without guitar",
    truth: (song) => without(song, "guitar"),
    answers: (all) => ({ ours: all.of("no-guitar").rest }),
  },
  {
    name: "piano",
    truth: ({ stems }) => stems.piano ?? null,
    answers: (all) => ({ ours: all.of("no-piano").piano }),
  },
  {
    name: "without piano",
    truth: (song) => without(song, "piano"),
    answers: (all) => ({ ours: all.of("no-piano").rest }),
  },
  {
    name: "lead voice",
    truth: ({ lead, backing }) => (backing ? lead : null),
    answers: (all) => ({ ours: all.of("no-lead").lead, "centre cut": all.centre.centre }),
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
function scoreSong(song: Song, into: Map<string, SeparationScore[]>): void {
  const stems = Object.values(song.stems);
  const mix = addUp(stems);
  const known = new Map<SeparationPreset, ReturnType<typeof separate>>();
  const of = (preset: SeparationPreset) => {
    const found = known.get(preset) ?? separate(preset, mix);
    known.set(preset, found);
    return found;
  };
  const all: Separated = {
    stems: of("stems"),
    of,
    centre: cutCentre(mix),
    plain: separatePlainly(mix),
    filtered: (filter) => filterStereo(mix, SAMPLE_RATE, filter),
  };
  for (const { name, truth, answers } of ROWS) {
    const wanted = truth(song);
    if (!wanted) continue;
    for (const [column, answer] of Object.entries({ input: mix, ...answers(all) })) {
      if (!answer) continue;
      const key = `${name} ${column}`;
      into.set(key, [...(into.get(key) ?? []), scoreStem(answer, wanted, stems)]);
    }
  }
}

function tableRows(kind: string, songs: Iterable<Song>): string[][] {
  const scores = new Map<string, SeparationScore[]>();
  for (const song of songs) scoreSong(song, scores);
  return ROWS.flatMap(({ name }) => {
    const count = scores.get(`${name} input`)?.length ?? 0;
    if (count === 0) return [];
    const cells = COLUMNS.map((column) => {
      const own = scores.get(`${name} ${column}`);
      return own ? show(mean(own)) : "–";
    });
    return [[`${kind}: ${name} (${count})`, ...cells, "–"]];
  });
}

/** Songs taken apart: the input, this program's built-in engine, and three plain ways. */
export async function benchSeparation({ root, quick, choosing }: Bench): Promise<Table> {
  const log = (line: string) => void process.stderr.write(`${line}\n`);
  installMaterial(log, SONG_PACKAGES);
  if (choosing) installMaterial(log, LEARN_PACKAGES);
  const set = choosing ? "learn" : "judge";
  const most = quick ? 2 : Infinity;
  const rendered = [...take(renderSongs(set, root), most)];
  return {
    title: "separation: SI-SDR / SIR / SAR dB, means over songs (how many)",
    header: ["stem", ...COLUMNS, "HTDemucs"],
    rows: [
      ...tableRows("rendered", rendered),
      ...tableRows("real", take(renderReal(set, rendered), most)),
    ],
  };
}

function* take<T>(all: Iterable<T>, most: number): Generator<T> {
  let count = 0;
  for (const one of all) {
    if (count++ >= most) return;
    yield one;
  }
}
