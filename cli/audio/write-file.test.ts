import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { formatLikeInput, formatOfName } from "./formats.ts";
import { createResult } from "./write-file.ts";

const folder = mkdtempSync(path.join(tmpdir(), "writer-"));
afterAll(() => rmSync(folder, { recursive: true }));

const write = async (file: string): Promise<void> => {
  const writer = createResult({ file, output: "wav16", tags: {}, duration: 0 });
  try {
    await writer.write([new Float32Array(100)], { sampleRate: 8000, channels: 1 });
    await writer.finish();
  } finally {
    await writer.discard();
  }
};

describe("results", () => {
  it("CLI-9 make the folder that they are in", async () => {
    await write(path.join(folder, "new/inner/a.wav"));
    expect(readdirSync(path.join(folder, "new/inner"))).toEqual(["a.wav"]);
  });

  it("CLI-9 that cannot be written are reported with their path, and leave nothing behind", async () => {
    writeFileSync(path.join(folder, "file"), "");
    const file = path.join(folder, "file/a.wav");
    await expect(write(file)).rejects.toMatchObject({
      code: "OUTPUT_UNWRITABLE",
      params: { file },
    });
    const taken = path.join(folder, "new/inner");
    await expect(write(taken)).rejects.toMatchObject({ code: "OUTPUT_UNWRITABLE" });
    expect(readdirSync(path.join(folder, "new"))).toEqual(["inner"]);
  });

  it("CLI-9 have the format of their ending, whatever its case and by its other names", () => {
    const endings = ["a.WAV", "a.wave", "a.m4b", "a.oga", "a.opus"];
    expect(endings.map(formatOfName)).toEqual(["wav", "wav", "m4a", "ogg", "opus"]);
    expect(["a.oga", "a.aiff", "a"].map((file) => formatLikeInput(file, true))).toEqual([
      "ogg",
      "wav",
      "wav",
    ]);
  });
});
