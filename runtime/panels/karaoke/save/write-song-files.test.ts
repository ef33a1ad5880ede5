import { afterAll, beforeEach, expect, it, vi } from "vitest";
import type { BackingSound } from "./write-backing.ts";

const written = vi.hoisted(() => ({
  guides: [] as number[],
  files: [] as { name: string; input: File | string }[],
}));
vi.mock("#runtime/audio/shared-engine.ts", () => ({
  sharedEngine: () => ({
    melody: async () => ({
      hertz: new Float32Array(100).fill(220),
      power: new Float32Array(100).fill(0.01),
    }),
    describe: async () => ({ song: {} }),
  }),
}));
vi.mock("./cdg-fonts.ts", () => ({ openCdgFonts: () => null }));
vi.mock("./write-backing.ts", () => ({
  writeBacking: async ({ backing }: BackingSound) => {
    written.guides.push(backing.guide);
    return new File([`guide ${backing.guide}`], "backing.mp3");
  },
}));
vi.mock("#runtime/panel-kit/save/zip-file.ts", () => ({
  zipFile: async (files: AsyncIterable<{ name: string; input: File | string }>) => {
    written.files = [];
    for await (const file of files) written.files.push(file);
    return new Blob();
  },
}));

// Other tests may have imported the module before, without the mocks, and may import it again.
vi.resetModules();
const { writeUltraStarZip } = await import("./write-song-files.ts");
afterAll(() => {
  vi.doUnmock("#runtime/audio/shared-engine.ts");
  vi.doUnmock("./cdg-fonts.ts");
  vi.doUnmock("./write-backing.ts");
  vi.doUnmock("#runtime/panel-kit/save/zip-file.ts");
  vi.resetModules();
});

beforeEach(() => void written.guides.splice(0));

const write = (name: string) =>
  writeUltraStarZip(
    {
      name,
      backing: { guide: 0.4, semitones: 0, tempo: 100 },
      stems: [{ id: "v" }, { id: "i" }],
      saving: { seconds: 1 },
      openResult: async () => new File([], "vocals.wav"),
    } as unknown as BackingSound,
    { lines: [], open: async () => new File([], name), unknownArtist: "Unbekannt" },
    { signal: new AbortController().signal, onProgress: () => {} },
  );

it("TLS-15 an UltraStar song has the whole singer and no singer, whatever its guide vocals", async () => {
  await write("Nobody - Song.wav");
  expect(written.guides).toEqual([1, 0]);
  const sounds = Object.fromEntries(written.files.map(({ name, input }) => [name, input]));
  const alone = sounds["Nobody - Song/Nobody - Song [INSTR].mp3"];
  expect(await (alone as File).text()).toBe("guide 0");
});

it("TLS-15 an unknown artist is named in the visitor's language, and not in file names", async () => {
  const file = await write("Song.wav");
  expect(file!.name).toBe("Song (UltraStar).zip");
  expect(written.files.map(({ name }) => name)).toEqual([
    "Song/Song.txt",
    "Song/Song.mp3",
    "Song/Song [INSTR].mp3",
  ]);
  expect(written.files[0]!.input).toMatch(/^#ARTIST:Unbekannt$/m);
});
