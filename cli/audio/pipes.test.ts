import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, describe, expect, it, vi } from "vitest";
import { wavOf } from "#tests/e2e/sounds.ts";
import processFiles from "../actions/process.ts";
import type { Context } from "../command-kit/context.ts";
import { HOME } from "../files/home.ts";

const folder = mkdtempSync(path.join(tmpdir(), "pipes-"));
// Piped data is stored there temporarily.
vi.stubEnv("TMPDIR", path.join(folder));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const SOUND = wavOf({ seconds: 0.2, rate: 8000 }, (time) => 0.3 * Math.sin(900 * time));

/** Runs `toolkit process` with standard input. */
async function run(
  options: object,
  input: Buffer | string = SOUND,
  signal = new AbortController().signal,
) {
  const log: string[] = [];
  const context = {
    home: HOME,
    root: HOME,
    log: (text: string) => log.push(text),
    print: () => {},
    signal,
  };
  const stdout = new PassThrough();
  const written: Buffer[] = [];
  stdout.on("data", (bytes: Buffer) => written.push(bytes));
  const code = await processFiles(
    context as unknown as Context,
    { effect: "volume", engine: "built-in", files: ["-"], out: "-", ...options },
    { stdin: Readable.from([input]), stdout },
  );
  return { code, log: log.join(""), written: Buffer.concat(written) };
}

const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const leftOver = () => readdirSync(folder).filter((name) => name.startsWith("toolkit-"));

describe("pipes", () => {
  it("CLI-9 give the bytes that files give, and leave nothing behind", async () => {
    const file = path.join(folder, "a.wav");
    writeFileSync(file, SOUND);
    const result = path.join(folder, "b.wav");
    await run({ files: [file], out: result, set: ["gain=-3"] });
    const { code, log, written } = await run({ set: ["gain=-3"] });
    expect([code, log]).toEqual([0, "- → -, 0.20 s\n"]);
    expect(hash(written)).toBe(hash(readFileSync(result)));
    expect(leftOver()).toEqual([]);
  });

  it("CLI-9 take the format that is asked for, or that of the result's name", async () => {
    expect((await run({ format: "flac" })).written.subarray(0, 4).toString()).toBe("fLaC");
    const file = path.join(folder, "c.flac");
    await run({ out: file });
    expect(readFileSync(file).subarray(0, 4).toString()).toBe("fLaC");
  });

  it("CLI-9 input without audio is reported without a result", async () => {
    const { code, log, written } = await run({}, "These are only words, and no sound.");
    expect([code, written.length]).toEqual([1, 0]);
    expect(log).toContain("- is TXT");
    expect(leftOver()).toEqual([]);
  });

  it("CLI-9 an interrupted read ends", async () => {
    await expect(run({}, SOUND, AbortSignal.abort())).rejects.toThrow(/abort/i);
    expect(leftOver()).toEqual([]);
  });

  it.each([
    [{ files: ["-", "-"] }, "read once"],
    [{ files: ["-", "a.wav"] }, "one result"],
    [{ json: true }, "--json prints"],
  ])("CLI-9 wrong usage: %j", async (options, message) => {
    await expect(run(options)).rejects.toThrow(message);
  });
});
