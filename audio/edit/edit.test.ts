import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block } from "../effect.ts";
import { joinBlocks } from "../signal/blocks.ts";
import {
  type Edit,
  type Selection,
  addMark,
  addTrack,
  changeTrack,
  createEdit,
  endOf,
  lengthOf,
  removeMark,
  removeTrack,
} from "./edit.ts";
import { createHistory, record, redo, undo } from "./history.ts";
import {
  type Clipboard,
  applyEffect,
  changeGain,
  copy,
  crop,
  cut,
  fade,
  insertSilence,
  paste,
  remove,
  removeEffect,
  reverse,
  selectAll,
  selectMark,
  silence,
  split,
} from "./operations.ts";
import { parseProject, serializeProject } from "./project.ts";
import { reopenEdit } from "#tests/reopen-edit.ts";
import { render } from "./render.ts";
import { snapToZero } from "./zero-crossing.ts";

const FRAMES = 1000;
const noise = (seed: number): Float32Array =>
  Float32Array.from({ length: FRAMES }, (_, i) => Math.sin(i * i * seed) * (i % 7 ? 1 : -0));

const sounds: Readonly<Record<string, Block>> = {
  voice: [noise(0.37), noise(0.73)],
  music: [noise(1.1), noise(1.7)],
  louder: [noise(0.37), noise(0.73)].map((samples) => samples.map((sample) => sample * 2)),
  short: [noise(2.3).slice(0, 50), noise(2.9).slice(0, 50)],
};
const sources = {
  read: (source: string, start: number, end: number): Block =>
    sounds[source]!.map((samples) => samples.slice(start, end)),
};

const opened = addTrack(createEdit(8000, 2), "Voice", { source: "voice", frames: FRAMES });
const TRACK = opened.tracks[0]!.id;
const between = (start: number, end: number): Selection => ({ tracks: [TRACK], start, end });

async function play(edit: Edit, blockFrames = 333): Promise<Block> {
  const blocks: Block[] = [];
  for await (const block of render(edit, sources, { blockFrames })) blocks.push(block);
  return joinBlocks(blocks, edit.channels);
}

const playLeft = async (edit: Edit): Promise<number[]> => [...(await play(edit))[0]!];
const left = (start: number, end: number): number[] =>
  Array.from(sounds["voice"]![0]!.subarray(start, end));
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

describe("edits of a track", () => {
  it("TLS-1 an untouched sound comes bit for bit", async () => {
    expect(await play(opened)).toEqual(sounds["voice"]);
    expect(await play(opened, 1)).toEqual(sounds["voice"]);
  });

  it("TLS-1 cut, copy and paste", async () => {
    const { edit, clipboard } = cut(opened, between(100, 200));
    expect(await playLeft(edit)).toEqual([...left(0, 100), ...left(200, FRAMES)]);
    const pasted = paste(edit, [TRACK], 50, clipboard);
    expect(await playLeft(pasted)).toEqual([
      ...left(0, 50),
      ...left(100, 200),
      ...left(50, 100),
      ...left(200, FRAMES),
    ]);
    expect(copy(opened, between(100, 200))).toEqual(clipboard);
  });

  it("TLS-1 what goes beyond the end is silence", async () => {
    const later = paste(opened, [TRACK], 1100, copy(opened, between(990, 1010)));
    expect(lengthOf(later)).toBe(1110);
    expect(await playLeft(later)).toEqual([...left(0, FRAMES), ...zeros(100), ...left(990, 1000)]);
  });

  it("TLS-1 remove, silence, insert silence, crop, split, reverse", async () => {
    expect(await playLeft(remove(opened, between(0, 999)))).toEqual(left(999, 1000));
    expect(await playLeft(silence(opened, between(10, 20)))).toEqual([
      ...left(0, 10),
      ...zeros(10),
      ...left(20, FRAMES),
    ]);
    expect(await playLeft(insertSilence(opened, between(10, 15)))).toEqual([
      ...left(0, 10),
      ...zeros(5),
      ...left(10, FRAMES),
    ]);
    expect(await playLeft(crop(opened, between(300, 310)))).toEqual(left(300, 310));
    const halves = split(opened, [TRACK], 500);
    expect(halves.tracks[0]!.clips).toHaveLength(2);
    expect(await play(halves)).toEqual(await play(opened));
    expect(await playLeft(reverse(halves, between(400, 600)))).toEqual([
      ...left(0, 400),
      ...left(400, 600).toReversed(),
      ...left(600, FRAMES),
    ]);
  });

  it("TLS-1 gain in dB, and fades that outlast cuts and turns", async () => {
    const softer = changeGain(changeGain(opened, between(0, 10), -8), between(5, 10), 2);
    const played = await playLeft(softer);
    expect(played[3]! / left(3, 4)[0]!).toBeCloseTo(10 ** (-8 / 20), 6);
    expect(played[8]! / left(8, 9)[0]!).toBeCloseTo(10 ** (-6 / 20), 6);
    expect(played.slice(10)).toEqual(left(10, FRAMES));

    const faded = fade(
      fade(opened, between(0, 100), "in", "linear"),
      between(900, 1000),
      "out",
      "linear",
    );
    const whole = await playLeft(faded);
    expect(Math.abs(whole[0]!)).toBe(0);
    expect(whole[50]! / left(50, 51)[0]!).toBeCloseTo(0.5, 6);
    expect(whole.slice(100, 900)).toEqual(left(100, 900));
    expect(whole[949]! / left(949, 950)[0]!).toBeCloseTo(0.5, 6);
    expect(Math.abs(whole[999]!)).toBe(0);
    expect(await playLeft(remove(faded, between(0, 50)))).toEqual(whole.slice(50));
    expect(await playLeft(reverse(faded, between(0, FRAMES)))).toEqual(whole.toReversed());
    const turned = fade(reverse(opened, between(0, FRAMES)), between(0, 100), "in", "linear");
    const first = (await playLeft(turned))[25]!;
    expect(first / left(974, 975)[0]!).toBeCloseTo(0.25, 6);
  });

  it("TLS-1 an effect is a layer that can be taken off again, of a part, too", async () => {
    const applied = { effect: "volume", values: { gain: 6 }, source: "louder", frames: 200 };
    const louder = applyEffect(opened, between(300, 500), applied);
    expect(lengthOf(louder)).toBe(FRAMES);
    const sound = await playLeft(louder);
    expect(sound[300]).toBe(sounds["louder"]![0]![0]);
    const without = removeEffect(louder, TRACK, 400);
    expect(await play(without)).toEqual(await play(opened));
    const rest = remove(louder, between(300, 350));
    expect(await playLeft(removeEffect(rest, TRACK, 300))).toEqual([
      ...left(0, 300),
      ...left(350, FRAMES),
    ]);
    const turned = reverse(louder, between(300, 500));
    expect(await playLeft(removeEffect(turned, TRACK, 300))).toEqual([
      ...left(0, 300),
      ...left(300, 500).toReversed(),
      ...left(500, FRAMES),
    ]);
    const shorter = applyEffect(opened, between(300, 500), {
      ...applied,
      source: "short",
      frames: 50,
    });
    expect(lengthOf(shorter)).toBe(FRAMES - 150);
    expect(await play(removeEffect(shorter, TRACK, 310))).toEqual(await play(opened));
    expect(removeEffect(opened, TRACK, 5)).toEqual(opened);
  });
});

describe("several tracks", () => {
  const both = addTrack(opened, "Music", { source: "music", frames: FRAMES });
  const other = both.tracks[1]!.id;

  it("TLS-1 are added up, with gain, mute and solo", async () => {
    const [voice, music] = [sounds["voice"]![0]![10]!, sounds["music"]![0]![10]!];
    const sampleOf = async (edit: Edit): Promise<number> => (await play(edit))[0]![10]!;
    expect(await sampleOf(both)).toBeCloseTo(voice + music, 6);
    expect(await sampleOf(changeTrack(both, other, { muted: true }))).toBe(voice);
    expect(await sampleOf(changeTrack(both, other, { solo: true }))).toBe(music);
    expect(await sampleOf(changeTrack(both, other, { gain: -20 }))).toBeCloseTo(
      voice + music / 10,
      6,
    );
    expect(await play(removeTrack(both, other))).toEqual(sounds["voice"]);
  });

  it("TLS-1 marks stay with the sound where all of it moves", () => {
    const marked = addMark(addMark(both, { name: "b", start: 600, end: 700 }), {
      name: "a",
      start: 50,
      end: 50,
    });
    const markRanges = (edit: Edit) => edit.marks.map(({ start, end }) => [start, end]);
    const all = { ...selectAll(marked), start: 100, end: 650 };
    expect(markRanges(remove(marked, all))).toEqual([
      [50, 50],
      [100, 150],
    ]);
    expect(markRanges(remove(marked, { ...all, tracks: [TRACK] }))).toEqual(markRanges(marked));
    expect(markRanges(insertSilence(marked, { ...all, end: 110 }))).toEqual([
      [50, 50],
      [610, 710],
    ]);
    expect(markRanges(crop(marked, all))).toEqual([
      [0, 0],
      [500, 550],
    ]);
    const [first] = marked.marks;
    expect(selectMark(marked, first!)).toEqual({ tracks: [TRACK, other], start: 50, end: 50 });
    expect(removeMark(marked, first!.id).marks).toHaveLength(1);
  });
});

/** A random edit, applied to clips and to plain samples. */
const step = fc.record({
  kind: fc.constantFrom(
    "cut",
    "copy",
    "paste",
    "remove",
    "silence",
    "insert",
    "crop",
    "split",
    "reverse",
  ),
  from: fc.integer({ min: 0, max: 1200 }),
  frames: fc.integer({ min: 0, max: 400 }),
});

describe("many edits", () => {
  it("TLS-1 do to clips what they do to samples", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        let edit = opened;
        let clipboard: Clipboard = { frames: 0, tracks: [] };
        let samples = left(0, FRAMES);
        let copied: number[] = [];
        const pad = (list: readonly number[], length: number): number[] => [
          ...list,
          ...zeros(Math.max(0, length - list.length)),
        ];
        for (const { kind, from, frames } of steps) {
          const to = from + frames;
          const selection = between(from, to);
          const padded = pad(samples, to);
          const part = padded.slice(from, to);
          const put = (added: readonly number[]): number[] => [
            ...padded.slice(0, from),
            ...added,
            ...padded.slice(from),
          ];
          if (kind === "copy") [clipboard, copied] = [copy(edit, selection), part];
          else if (kind === "cut") {
            ({ edit, clipboard } = cut(edit, selection));
            [samples, copied] = [padded.toSpliced(from, frames), part];
          } else if (kind === "paste")
            [edit, samples] = [paste(edit, [TRACK], from, clipboard), put(copied)];
          else if (kind === "remove")
            [edit, samples] = [remove(edit, selection), padded.toSpliced(from, frames)];
          else if (kind === "silence")
            [edit, samples] = [
              silence(edit, selection),
              padded.toSpliced(from, frames, ...zeros(frames)),
            ];
          else if (kind === "insert")
            [edit, samples] = [insertSilence(edit, selection), put(zeros(frames))];
          else if (kind === "crop") [edit, samples] = [crop(edit, selection), part];
          else if (kind === "split") edit = split(edit, [TRACK], from);
          else
            [edit, samples] = [
              reverse(edit, selection),
              padded.toSpliced(from, frames, ...part.toReversed()),
            ];
        }
        const played = await playLeft(edit);
        expect(played).toHaveLength(endOf(edit.tracks[0]!.clips));
        expect(pad(played, samples.length)).toEqual(pad(samples, played.length));
        expect(reopenEdit(edit)).toEqual(edit);
      }),
      { numRuns: 60 },
    );
  });

  it("TLS-1 10,000 random edits and undos give the input back bit for bit", async () => {
    const choices = fc.sample(fc.tuple(step, fc.integer({ min: 0, max: 9 })), {
      numRuns: 10_000,
      seed: 7,
    });
    let history = createHistory(opened);
    let clipboard: Clipboard = copy(opened, between(10, 20));
    let edits = 0;
    for (const [{ kind, from, frames }, choice] of choices) {
      if (choice < 3) {
        history = undo(history);
        continue;
      }
      if (choice === 3) {
        history = redo(history);
        continue;
      }
      const { edit } = history.present;
      const selection = between(from, from + (frames % 30));
      edits++;
      if (kind === "copy") clipboard = copy(edit, selection);
      else if (kind === "paste")
        history = record(history, paste(edit, [TRACK], from, clipboard), kind);
      else if (kind === "reverse") history = record(history, reverse(edit, selection), kind);
      else if (kind === "silence") history = record(history, silence(edit, selection), kind);
      else if (kind === "insert") history = record(history, changeGain(edit, selection, 3), kind);
      else if (kind === "crop")
        history = record(history, fade(edit, selection, "in", "smooth"), kind);
      else if (kind === "split") history = record(history, split(edit, [TRACK], from), kind);
      else history = record(history, cut(edit, selection).edit, kind);
    }
    expect(edits).toBeGreaterThan(5000);
    const last = history.present.edit;
    while (history.present.earlier) history = undo(history);
    expect(await play(history.present.edit)).toEqual(sounds["voice"]);
    while (history.undone) history = redo(history);
    expect(history.present.edit).toBe(last);
  });
});

describe("a saved edit", () => {
  it("TLS-1 comes back, versions and layers included", () => {
    const applied = { effect: "trim", values: { start: 1 }, source: "short", frames: 50 };
    const edit = applyEffect(fade(opened, between(0, 9), "out", "smooth"), between(5, 90), applied);
    const sound = { frames: 100, channels: 1, size: 9 };
    const project = {
      name: "Talk",
      edit,
      versions: [{ name: "First", savedAt: "1970-01-01T00:00:00.000Z", edit: opened }],
      sounds: {
        voice: { ...sound, name: "Voice", path: "audio/voice.wav", sampleRate: 44_100 },
        short: { ...sound, name: "Short", path: null, rendered: true as const },
      },
    };
    expect(parseProject(serializeProject(project))).toEqual(project);
  });

  const saved = (edit: Edit, change: object = {}): string =>
    serializeProject({
      name: "",
      edit,
      versions: [],
      sounds: { voice: { name: "", frames: 1, channels: 1, size: 1, path: null } },
      ...change,
    });
  const [first] = opened.tracks;
  it.each([
    ["damaged", ""],
    ["damaged", "{}"],
    ["damaged", "[]"],
    ["damaged", `{"format":1}`],
    ["damaged", `{"format":0.5}`],
    ["damaged", saved({ ...opened, channels: 0 })],
    ["damaged", saved(opened, { sounds: {} })],
    ["damaged", saved(opened, { versions: [{ name: "", savedAt: "", edit: { tracks: [] } }] })],
    ["damaged", saved({ ...opened, nextId: 0 })],
    ["damaged", saved({ ...opened, tracks: [first!, first!] })],
    // Three overlapping clips.
    [
      "damaged",
      saved({ ...opened, tracks: [{ ...first!, clips: Array(3).fill(first!.clips[0]) }] }),
    ],
    ["damaged", saved(opened).slice(0, -9)],
    ["newer", `{"format":2}`],
  ])("TLS-4 is refused as %s: %#", (fault, text) => {
    expect(parseProject(text)).toBe(fault);
  });

  it("TLS-4 is refused if layers are nested too deeply to be read", () => {
    const depth = 20_000;
    const deep = `${'[{"layer":{"beneath":'.repeat(depth)}[]${"}}]".repeat(depth)}`;
    const text = saved(opened).replace('"clips":[', `"clips":${deep},"more":[`);
    expect(parseProject(text)).toBe("damaged");
  });
});

it("TLS-1 snaps to the nearest zero crossing", () => {
  const block = [Float32Array.of(0.5, 0.2, -0.3, -0.5, -0.1, 0.4, 0.6, 0.7)];
  expect(snapToZero(block, 3, 5)).toBe(2);
  expect(snapToZero(block, 4, 5)).toBe(5);
  expect(snapToZero(block, 7, 1)).toBe(7);
  expect(snapToZero([Float32Array.of(1, 0, 1)], 2, 5)).toBe(1);
});
