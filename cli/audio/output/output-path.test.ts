import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createResult } from "../write-file.ts";
import { partOf, requireWritable } from "./output-path.ts";
import { only } from "#tests/left-out.ts";

const folder = mkdtempSync(path.join(tmpdir(), "places-"));
const at = (name: string): string => path.join(folder, name);
afterAll(() => rmSync(folder, { recursive: true }));

const refused = (...files: string[]) =>
  requireWritable(files).then(
    () => null,
    (error: { problems: { code: string; params: { file: string } }[] }) =>
      error.problems.map(({ code, params }) => [code, params.file]),
  );

// Other systems have no such files.
const onLinux = only(process.platform === "linux", "on Linux");

describe("places of results", () => {
  it("CLI-9 are tried before the work, and nothing is left of it", async () => {
    expect(await refused(at("a.wav"), at("new/inner/b.wav"), at("new/c.wav"))).toBeNull();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(
    Array.from({ length: 20 }, (_, at) => 236 + at).flatMap((bytes) => [
      [bytes, "x"] as const,
      [bytes, "長"] as const,
    ]),
  )("TLS-18 with names of %i bytes of %s are written", async (bytes, letter) => {
    const length = Math.floor((bytes - 4) / Buffer.byteLength(letter));
    const names = ["a", "b"].map((last) => `${letter.repeat(length - 1)}${last}.wav`);
    expect(await refused(...names.map(at))).toBeNull();
    for (const name of names) {
      const file = at(name);
      const result = createResult({ file, output: "wav16", tags: {}, duration: 0 });
      await result.write([new Float32Array(100)], { sampleRate: 8000, channels: 1 });
      await result.finish();
    }
    expect(readdirSync(folder).toSorted()).toEqual(names);
    for (const name of names) rmSync(at(name));
    const [one, other] = names.map(at).map(partOf);
    expect(one).not.toBe(other);
  });

  it("CLI-9 that cannot be written are reported, one per folder", async () => {
    mkdirSync(at("is.wav"));
    writeFileSync(at("file"), "");
    const files = ["is.wav", "file/a.wav", "file/b.wav", `in/${"n".repeat(300)}.wav`].map(at);
    const [folderItself, inFile, , long] = files;
    expect(await refused(...files)).toEqual(
      [folderItself, inFile, long].map((file) => ["OUTPUT_UNWRITABLE", file]),
    );
    expect(readdirSync(folder).toSorted()).toEqual(["file", "is.wav"]);
  });

  it(
    "CLI-9 in which nothing can be made end in an error, and devices stay what they are",
    onLinux,
    async () => {
      for (const file of ["/proc/none/a.wav", "/dev/null"])
        expect(await refused(file)).toEqual([["OUTPUT_UNWRITABLE", file]]);
    },
  );

  it("CLI-9 that take only a part of a write say so", onLinux, () => {
    const write = `
      const { openForWriting } = await import(${JSON.stringify(new URL("output-path.ts", import.meta.url))});
      const output = await openForWriting(${JSON.stringify(at("part"))});
      await output.write(0, new Uint8Array(100_000)).catch(({ code }) => console.log(code));`;
    // Limits files to 10 kB.
    const limited = 'trap "" XFSZ; ulimit -f 10; exec "$0" --input-type=module -e "$1"';
    const output = execFileSync("bash", ["-c", limited, process.execPath, write], {
      encoding: "utf8",
    });
    expect(output).toBe("EFBIG\n");
  });
});
