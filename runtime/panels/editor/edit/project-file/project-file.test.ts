import { describe, expect, it } from "vitest";
import type { Block } from "#audio/effect.ts";
import { type Edit, addMark, addTrack, createEdit } from "#audio/edit/edit.ts";
import { type Sources, render } from "#audio/edit/render.ts";
import { addTrackEffect } from "#audio/edit/track-effects.ts";
import { listStates } from "#audio/edit/history.ts";
import { applyEffect, changeGain, split } from "#audio/edit/operations.ts";
import { changeSources } from "#audio/edit/arrange.ts";
import { createMemorySink } from "#runtime/contract/sinks/memory-sink.ts";
import type { FaultError } from "#runtime/contract/fault.ts";
import { zipFile } from "#runtime/panel-kit/save/zip-file.ts";
import type { Draft } from "#runtime/panel-kit/draft/edit-draft.ts";
import { type OpenDeps, openProject } from "./open-project.ts";
import { openEntry, readArchive } from "./read-archive.ts";
import { openRecording, packProject } from "./save-project.ts";
import { projectsAmong } from "./use-dropped-project.ts";

const bytes = (length: number, seed: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length }, (_, i) => (i * seed) % 251);
const FILES: Readonly<Record<string, Blob>> = {
  "file-a": new File([bytes(5000, 7)], "Talk: one.wav"),
  "file-b": new File([bytes(700, 11)], "Talk: one.wav"),
  "made-c": new Blob([bytes(90_000, 13)]),
};
const info = { sampleRate: 48_000, channels: 2 };
const SOURCES: Draft["sources"] = {
  "file-a": { ...info, name: "Talk: one", frames: 1200, size: 5000, file: "a" },
  "file-b": { ...info, name: "Talk: one", frames: 160, size: 700, file: "b" },
  "file-lost": { ...info, name: "Lost", frames: 50, size: 99, file: "lost" },
  "made-c": {
    ...info,
    name: "Talk: one · Echo",
    frames: 600,
    size: 90_000,
    file: null,
    stretch: { source: "file-b", scale: 1.5, semitones: 2 },
  },
  "file-unused": { ...info, name: "Only in the history", frames: 1, size: 1, file: "unused" },
};

function project(): Pick<Draft, "name" | "sources" | "versions"> & {
  edit: Draft["history"]["present"]["edit"];
} {
  let edit = createEdit(48_000, 2);
  edit = addTrack(edit, "Voice", { source: "file-a", frames: 1200 });
  edit = addTrack(edit, "Again", { source: "file-b", frames: 160 });
  edit = addTrack(edit, "Lost", { source: "file-lost", frames: 50 });
  const first = edit;
  const selection = { tracks: [1], start: 100, end: 700 };
  edit = applyEffect(edit, selection, {
    effect: "echo",
    values: { strength: 1 },
    source: "made-c",
    frames: 600,
  });
  edit = changeGain(split(edit, [1], 300), { ...selection, tracks: [2] }, -3);
  edit = addTrackEffect(addMark(edit, { name: "Intro", start: 5, end: 90 }), 2, "gate");
  const versions = [{ name: "First", savedAt: "2026-01-01T00:00:00.000Z", edit: first }];
  return { name: "Talk", edit, sources: SOURCES, versions };
}

/** The files of a project; those of sources that are not there are lost. */
const pack = (of: ReturnType<typeof project>, blobs = FILES) =>
  packProject(of, async (source) => blobs[source] ?? null);

async function zip(files: readonly { name: string; input: File | string }[]): Promise<File> {
  async function* all() {
    yield* files;
  }
  const archive = await zipFile(all(), new AbortController().signal);
  return new File([archive], "Talk.audioproject", { lastModified: 5 });
}

const saved = async (): Promise<File> => zip((await pack(project())).files);

/** The files of an archive by their paths. */
async function contents(archive: Blob): Promise<ReadonlyMap<string, Blob> | null> {
  const entries = await readArchive(archive);
  const files = new Map<string, Blob>();
  for (const [path, entry] of entries ?? []) files.set(path, (await openEntry(archive, entry))!);
  return entries && files;
}

/** Opens a file, with what was added to the tray and to the draft store. */
function opening(file: File, change: Partial<OpenDeps> = {}) {
  const added: File[] = [];
  const made = new Map<string, Blob>();
  let clears = 0;
  const deps: OpenDeps = {
    files: {
      add(files) {
        added.push(...files);
        return files.map((_, at) => `new-${at}`);
      },
      clearAdded: () => void clears++,
    },
    async makeSound() {
      const id = `made-${made.size}`;
      const { sink, toBlob } = createMemorySink();
      made.set(id, new Blob());
      return {
        id,
        stream: sink,
        async finish() {
          made.set(id, toBlob());
          return toBlob();
        },
        async discard() {
          // A stream that has a writer cannot be aborted, and a file being written not deleted.
          await sink.abort();
          made.delete(id);
        },
      };
    },
    signal: new AbortController().signal,
    onProgress: () => {},
    now: () => 9,
    ...change,
  };
  return { draft: openProject(file, deps), added, made, clears: () => clears };
}

/** Files with a sample in each byte, the same on both channels; silence after them. */
const sourcesOfFiles = (files: Readonly<Record<string, Blob>>): Sources => ({
  async read(source, start, end) {
    const samples = new Float32Array(end - start);
    const part = await files[source]?.slice(start, end).bytes();
    samples.set(Float32Array.from(part ?? [], (value) => value / 251));
    return [samples, samples];
  },
});

const faultOf = async (file: File): Promise<string> => {
  const { draft, added, made } = opening(file);
  const error: unknown = await draft.catch((thrown: unknown) => thrown);
  expect(added).toEqual([]);
  expect(made.size).toBe(0);
  return (error as FaultError).fault.code.replace("panel-editor:edit.file.fault.", "");
};

/** A file with other contents in place of its project. */
async function altered(change: (text: string) => string, without?: string): Promise<File> {
  const files: { name: string; input: File | string }[] = [];
  for (const [name, blob] of (await contents(await saved()))!)
    if (name === "project.json") files.push({ name, input: change(await blob.text()) });
    else if (name !== without) files.push({ name, input: new File([blob], name) });
  return zip(files);
}

/** A file in which the bytes at an offset from a text are changed. */
async function patched(text: string, offset: number, value: number, last = false): Promise<File> {
  const data = await (await saved()).bytes();
  const latin = new TextDecoder("latin1").decode(data);
  data[(last ? latin.lastIndexOf(text) : latin.indexOf(text)) + offset]! ^= value;
  return new File([data], "x.audioproject");
}

describe("TLS-13 a project as a file", () => {
  it("comes back equal, with each recording to the byte", async () => {
    const before = project();
    const { draft, added, made, clears } = opening(await saved());
    const opened = await draft;
    const renamed = (source: string): string => (source === "made-c" ? "made-0" : source);
    expect(opened.name).toBe("Talk");
    expect(opened.history.present.edit).toEqual(changeSources(before.edit, renamed));
    expect(listStates(opened.history).states).toHaveLength(1);
    expect(opened.versions).toEqual(before.versions);
    expect(added.map(({ name, lastModified }) => [name, lastModified])).toEqual([
      ["Talk_ one.wav", 5],
      ["Talk_ one (2).wav", 5],
    ]);
    expect(await Promise.all(added.map((file) => file.bytes()))).toEqual([
      bytes(5000, 7),
      bytes(700, 11),
    ]);
    expect(await made.get("made-0")!.bytes()).toEqual(bytes(90_000, 13));
    const { "file-lost": lost, ...others } = opened.sources;
    expect(others).toEqual({
      "file-a": { ...SOURCES["file-a"], file: "new-0" },
      "file-b": { ...SOURCES["file-b"], file: "new-1" },
      "made-0": SOURCES["made-c"],
    });
    expect(lost).toEqual({ ...SOURCES["file-lost"], file: expect.stringMatching(/^lost-/) });
    expect(clears()).toBe(1);
    const play = async (edit: Edit, files: Readonly<Record<string, Blob>>): Promise<Block[]> => {
      const blocks: Block[] = [];
      for await (const block of render(edit, sourcesOfFiles(files))) blocks.push(block);
      return blocks;
    };
    const [first, second] = added;
    expect(
      await play(opened.history.present.edit, {
        "file-a": first!,
        "file-b": second!,
        "made-0": made.get("made-0")!,
      }),
    ).toEqual(await play(before.edit, FILES));
  });

  it.each<[string, () => Promise<File> | File]>([
    ["foreign", () => new File([], "x.audioproject")],
    ["foreign", () => new File(["RIFF"], "x.audioproject")],
    ["foreign", async () => withoutProject(await saved())],
    ["damaged", async () => new File([(await saved()).slice(0, 60_000)], "x")],
    ["damaged", async () => new File([(await saved()).slice(0, -30)], "x")],
    ["damaged", async () => new File(["PK", (await saved()).slice(2, 500)], "x")],
    ["damaged", () => altered((text) => text.slice(0, -1))],
    ["damaged", () => altered((text) => text.replace('"frames":1200', '"frames":-1'))],
    ["damaged", () => altered((text) => text.replace('"gain":0', '"gain":1e308'))],
    ["damaged", () => altered((text) => text.replace('"start":5,"end":90', '"start":5,"end":4'))],
    ["damaged", () => altered((text) => text.replaceAll('"end":90', '"end":1e15'))],
    ["damaged", () => altered(withMarks([7, 6]))],
    ["damaged", () => altered(withMarks(Array.from({ length: 20_001 }, (_, at) => at)))],
    // A byte of the project, of a recording, and of what an effect rendered.
    ["damaged", () => patched('"name":"Talk"', 9, 1)],
    ["damaged", () => patched("audio/Talk_ one.wav", 1000, 1)],
    ["damaged", () => patched("Echo.wav", 1000, 1)],
    ["newer", () => altered((text) => text.replace('"format":1', '"format":2'))],
    ["sounds", () => altered((text) => text, "audio/Talk_ one.wav")],
    ["sounds", () => altered((text) => text.replace('"size":5000', '"size":5001'))],
    // Compressed by another program.
    ["foreign", () => patched("project.json", -36, 8, true)],
    ["damaged", () => directoryOf(20_001)],
    ["damaged", () => sharingBytes()],
  ])("is refused as %s, and nothing is added: %#", async (fault, file) => {
    expect(await faultOf(await file())).toBe(fault);
  });

  it("leaves nothing when it is canceled, or the device is full", async () => {
    const abort = new AbortController();
    const canceled = opening(await saved(), {
      signal: abort.signal,
      onProgress: (part) => part > 0.5 && abort.abort(),
    });
    await expect(canceled.draft).rejects.toThrow("abort");
    expect(canceled.added).toEqual([]);
    expect(canceled.made.size).toBe(0);

    const made = new Set<string>();
    const full = opening(await saved(), {
      async makeSound() {
        made.add("made-0");
        const stream = new WritableStream({
          write() {
            throw new DOMException("No space", "QuotaExceededError");
          },
        });
        return {
          id: "made-0",
          stream,
          finish: () => Promise.reject(new Error("must not be finished")),
          async discard() {
            await stream.abort();
            made.delete("made-0");
          },
        };
      },
    });
    await expect(full.draft).rejects.toThrow("No space");
    expect(full.added).toEqual([]);
    expect(made.size).toBe(0);
  });

  it("keeps recordings apart that have equal names and sizes", async () => {
    const two = {
      "file-a": new File([bytes(700, 7)], "Talk (2).wav"),
      "file-b": new File([bytes(700, 11)], "Talk.wav"),
      "file-c": new File([bytes(700, 13)], "talk.wav"),
    };
    const at = (name: string) => ({ ...info, name, frames: 700, size: 1, file: name });
    const sources = { "file-a": at("a"), "file-b": at("b"), "file-c": at("c") };
    let edit = createEdit(48_000, 2);
    for (const source of Object.keys(sources)) edit = addTrack(edit, "", { source, frames: 700 });
    const { files } = await pack({ name: "", edit, versions: [], sources }, two);
    const origins: string[] = [];
    const { added, draft } = opening(await zip(files), {
      files: {
        add(all, origin) {
          origins.push(origin);
          added.push(...all);
          return all.map((_, index) => `new-${index}`);
        },
        clearAdded: () => {},
      },
    });
    const opened = await draft;
    // The tray merges picked files of one name, size and date.
    expect(origins).toEqual(["project"]);
    expect(added.map(({ name }) => name)).toEqual(["Talk (2).wav", "Talk.wav", "talk (3).wav"]);
    expect(await added[1]!.bytes()).toEqual(bytes(700, 11));
    expect(await added[2]!.bytes()).toEqual(bytes(700, 13));
    expect(Object.values(opened.sources).map(({ size }) => size)).toEqual([700, 700, 700]);
  });

  it("copies a path once, and only what a version plays", async () => {
    const file = await altered((text) => {
      const value = JSON.parse(text);
      const { "made-c": made } = value.sounds;
      for (let at = 0; at < 50; at++) value.sounds[`unused-${at}`] = made;
      value.sounds["made-d"] = made;
      value.edit.tracks[0].clips[0].source = "made-d";
      return JSON.stringify(value);
    });
    const { draft, made } = opening(file);
    const opened = await draft;
    expect([...made.keys()]).toEqual(["made-0"]);
    expect(Object.keys(opened.sources).sort()).toEqual(["file-a", "file-b", "file-lost", "made-0"]);
    expect(opened.history.present.edit.tracks[0]!.clips[0]!.source).toBe("made-0");
  });

  it("is saved without recordings that are lost, and names them", async () => {
    expect((await pack(project())).missing).toEqual(["Lost"]);
    expect((await pack(project(), {})).missing).toHaveLength(4);
  });

  it("is not saved when a recording cannot be read, or the project could not be opened", async () => {
    const failing = packProject(project(), (source) =>
      source === "file-b" ? Promise.reject(new Error("busy")) : Promise.resolve(FILES[source]!),
    );
    await expect(failing).rejects.toMatchObject({
      fault: { code: "panel-editor:edit.file.fault.unread", params: { name: "Talk: one" } },
    });
    const broken = project();
    const bad = { ...broken.sources, "file-a": { ...broken.sources["file-a"]!, frames: -1 } };
    await expect(pack({ ...broken, sources: bad })).rejects.toThrow("could not be opened");
  });

  it("TLS-13 names its files so that every system can unpack them", async () => {
    const names = ["..", "a/../b.wav", "CON.wav", "x\u202egpj.wav", `${"y".repeat(300)}.flac`];
    const sources = Object.fromEntries(
      names.map((name) => [name, { ...info, name, frames: 9, size: 1, file: name }]),
    );
    let edit = createEdit(48_000, 2);
    for (const source of names) edit = addTrack(edit, "", { source, frames: 9 });
    const blobs = Object.fromEntries(names.map((name) => [name, new File(["a"], name)]));
    const { files } = await pack({ name: "", edit, versions: [], sources }, blobs);
    expect(files.slice(1).map(({ name }) => name)).toEqual([
      "audio/sound",
      "audio/a_.._b.wav",
      "audio/_CON.wav",
      "audio/x_gpj.wav",
      `audio/${"y".repeat(100)}.flac`,
    ]);
  });

  it("takes a recording for lost only if the tray does", async () => {
    const failing = (state: string | null) =>
      openRecording(
        {
          open: () => Promise.reject(new Error("busy")),
          getState: () => ({ files: state ? [{ id: "a", state }] : [] }) as never,
        },
        "a",
      );
    expect(await failing(null)).toBeNull();
    expect(await failing("missing")).toBeNull();
    await expect(failing("ready")).rejects.toThrow("busy");
  });

  it("is found among all files that are added together", () => {
    const names = ["a.wav", "b.audioproject", "C.AUDIOPROJECT", "old.audioproject"];
    const files = names.map((name, id) => ({ name, id: `${id}` })) as never;
    expect(projectsAmong({ files, added: ["0", "1", "2"] })).toEqual(["1", "2"]);
  });
});

/** Gives a project other marks. */
const withMarks = (starts: readonly number[]) => (text: string) => {
  const value = JSON.parse(text);
  value.edit.marks = starts.map((start, at) => ({ id: 100 + at, name: "", start, end: start }));
  value.edit.nextId = 100 + starts.length;
  return JSON.stringify(value);
};

/** An archive that consists of a directory, whose entries have different names. */
function directoryOf(count: number): File {
  const length = 46 + 8;
  const data = new Uint8Array(4 + count * length + 22);
  const view = new DataView(data.buffer);
  view.setUint32(0, 0x04034b50, true);
  for (let at = 0; at < count; at++) {
    const start = 4 + at * length;
    view.setUint32(start, 0x02014b50, true);
    view.setUint16(start + 28, 8, true);
    const name = at === 0 ? "project." : `${at}`.padStart(8, "0");
    new TextEncoder().encodeInto(name, data.subarray(start + 46));
  }
  view.setUint32(4 + count * length, 0x06054b50, true);
  view.setUint32(4 + count * length + 12, count * length, true);
  view.setUint32(4 + count * length + 16, 4, true);
  return new File([data], "x.audioproject");
}

/** A small file whose entries are all the same bytes. */
async function sharingBytes(): Promise<File> {
  const { files } = await pack(project());
  const names = Array.from({ length: 20 }, (_, at) => `audio/${100 + at}`);
  const text = JSON.parse(files[0]!.input as string);
  for (const name of names) {
    text.sounds[name] = { ...text.sounds["made-c"], path: name };
    const clips = [{ at: 0, source: name, start: 0, end: 600 }];
    text.edit.tracks.push({ ...text.edit.tracks[0], id: text.edit.nextId++, clips });
  }
  const archive = await zip([
    { name: "project.json", input: JSON.stringify(text) },
    ...files.slice(1),
    ...names.map((name) => ({ name, input: "" })),
  ]);
  const data = await archive.bytes();
  const view = new DataView(data.buffer);
  const latin = new TextDecoder("latin1").decode(data);
  const from = latin.lastIndexOf("Talk_ one · Echo.wav".replace("·", "Â·")) - "audio/".length - 46;
  for (const name of names) {
    const to = latin.lastIndexOf(name) - 46;
    for (const field of [16, 20, 24, 42])
      view.setUint32(to + field, view.getUint32(from + field, true), true);
  }
  return new File([data], "x.audioproject");
}

/** The same archive without its project. */
async function withoutProject(file: File): Promise<File> {
  const data = await file.bytes();
  const text = new TextDecoder("latin1").decode(data);
  for (const match of text.matchAll(/project\.json/g)) data[match.index] = 0x50;
  return new File([data], file.name);
}

describe("an archive", () => {
  it("is read with the fields of ZIP64", async () => {
    const file = await saved();
    const data = await file.bytes();
    const view = new DataView(data.buffer);
    let end = data.length - 22;
    while (view.getUint32(end, true) !== 0x06054b50) end--;
    const [length, start] = [view.getUint32(end + 12, true), view.getUint32(end + 16, true)];
    const entry = data.slice(start, start + length);
    const first = new DataView(entry.buffer);
    const [name, extra] = [first.getUint16(28, true), first.getUint16(30, true)];
    const added = new DataView(new ArrayBuffer(28));
    added.setUint16(0, 1, true);
    added.setUint16(2, 24, true);
    for (const [at, field] of [24, 20, 42].entries()) {
      added.setBigUint64(4 + 8 * at, BigInt(first.getUint32(field, true)), true);
      first.setUint32(field, 0xffffffff, true);
    }
    first.setUint16(30, extra + 28, true);
    const cut = 46 + name;
    const directory = [entry.slice(0, cut), added.buffer, entry.slice(cut)];
    const size = length + 28;
    const end64 = new DataView(new ArrayBuffer(76));
    end64.setUint32(0, 0x06064b50, true);
    end64.setBigUint64(40, BigInt(size), true);
    end64.setBigUint64(48, BigInt(start), true);
    end64.setUint32(56, 0x07064b50, true);
    end64.setBigUint64(64, BigInt(start + size), true);
    const last = new DataView(data.slice(end).buffer);
    last.setUint32(12, 0xffffffff, true);
    last.setUint32(16, 0xffffffff, true);
    const large = new Blob([data.slice(0, start), ...directory, end64.buffer, last.buffer]);
    const [found, expected] = [await contents(large), await contents(file)];
    expect([...found!.keys()]).toEqual([...expected!.keys()]);
    for (const [path, blob] of expected!)
      expect(await found!.get(path)!.bytes()).toEqual(await blob.bytes());
  });

  it("never throws, whatever is cut off or altered", async () => {
    const file = await saved();
    const data = await file.bytes();
    const from = data.length - 700;
    for (let at = 0; at < 700; at++) {
      await readArchive(file.slice(0, from + at));
      const bad = data.slice();
      bad[from + at]! ^= 0xff;
      await readArchive(new Blob([bad]));
    }
    expect(await readArchive(new Blob())).toBeNull();
  });
});
