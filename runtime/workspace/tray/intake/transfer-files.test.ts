import { describe, expect, it } from "vitest";
import { carriesFiles, filesIn, isSound } from "./transfer-files.ts";

const file = (name: string, type = ""): File => new File(["x"], name, { type });
const fileEntry = (name: string, type = "") => ({
  isFile: true,
  isDirectory: false,
  name,
  file: (done: (given: File) => void) => done(file(name, type)),
});
const folder = (name: string, ...inside: { name: string }[]) => ({
  isFile: false,
  isDirectory: true,
  name,
  createReader() {
    // One entry per call.
    const left = [...inside];
    return { readEntries: (done: (entries: unknown[]) => void) => done(left.splice(0, 1)) };
  },
});
const item = (entry: unknown) => ({ kind: "file", webkitGetAsEntry: () => entry });
const names = (files: readonly File[]): string[] => files.map(({ name }) => name);

describe("what is dropped and pasted", () => {
  it("WSP-5 several files are taken as they are, whatever their kind", async () => {
    const files = [file("a.wav"), file("b.txt")];
    expect(await filesIn({ types: ["Files"], files })).toEqual(files);
    expect(
      await filesIn({ types: ["Files"], files, items: [item(fileEntry("a.wav")), item(null)] }),
    ).toEqual(files);
  });

  it("WSP-5 of a folder its sounds are taken, in the order of their names", async () => {
    const entry = folder(
      "album",
      fileEntry("10 last.mp3"),
      fileEntry("2 first.MP3"),
      fileEntry("cover.jpg", "image/jpeg"),
      fileEntry("._2 first.mp3"),
      folder("more", fileEntry("film", "video/mp4")),
    );
    const found = await filesIn({
      types: ["Files"],
      files: [file("album")],
      items: [item(entry), item(fileEntry("notes.txt")), { kind: "string" }],
    });
    expect(names(found)).toEqual(["2 first.MP3", "10 last.mp3", "film", "notes.txt"]);
  });

  it("WSP-5 a folder in itself has an end", async () => {
    const loop: { name: string; createReader?: unknown } = folder("loop", fileEntry("a.wav"));
    const inside = [fileEntry("a.wav"), loop];
    loop.createReader = () => {
      const left = [...inside];
      return { readEntries: (done: (entries: unknown[]) => void) => done(left.splice(0)) };
    };
    const found = await filesIn({ types: ["Files"], files: [], items: [item(loop)] });
    expect(found.length).toBeGreaterThan(0);
    expect(found.length).toBeLessThan(20);
  });

  it("WSP-5 tells files from text", () => {
    expect(carriesFiles({ types: ["text/plain", "Files"] })).toBe(true);
    expect(carriesFiles({ types: ["text/plain"] })).toBe(false);
    expect(carriesFiles(null)).toBe(false);
    expect(isSound({ name: "x.flac", type: "" })).toBe(true);
    expect(isSound({ name: "x", type: "video/webm" })).toBe(true);
    expect(isSound({ name: "x.pdf", type: "application/pdf" })).toBe(false);
  });
});
