import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type BadFile, type ExpectedResult, makeBadFiles } from "#tests/bad-files/cases.ts";
import { run as runToolkit } from "#tests/fixtures/run-toolkit.ts";

/** Errors that each code of the catalogue may cover. */
const MEANINGS: Readonly<Record<string, readonly ExpectedResult[]>> = {
  AUDIO_EMPTY: ["empty", "noSamples"],
  AUDIO_DAMAGED: ["unreadable", "damaged"],
  AUDIO_FOREIGN: ["foreign"],
  AUDIO_FORMAT: ["channels", "rate"],
  AUDIO_PROTECTED: ["protected"],
  AUDIO_DECODER_MISSING: ["codec", "unsupported"],
  AUDIO_MISSING: ["noAudio"],
};
const NOTES: Readonly<Record<string, string>> = {
  cutOff: "AUDIO_CUT_OFF",
  holes: "AUDIO_HOLES",
  short: "AUDIO_SHORT",
  clipped: "AUDIO_CLIPPED",
  notNumbers: "AUDIO_NOT_NUMBERS",
};

interface Report {
  readonly results: readonly { readonly input: string; readonly notes: readonly string[] }[];
  readonly problems: readonly {
    readonly code: string;
    readonly params: { readonly file: string; readonly codec?: string };
  }[];
}

let folder: string;
let files: readonly BadFile[];

beforeAll(async () => {
  // Results with an installed ffmpeg depend on its version.
  vi.stubEnv("PATH", "/nowhere");
  folder = mkdtempSync(path.join(tmpdir(), "bad-files-"));
  files = await makeBadFiles();
  for (const { name, bytes } of files) writeFileSync(path.join(folder, name), bytes);
}, 60_000);
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

const run = (...argv: readonly string[]) => runToolkit(folder, ["process", ...argv]);

/** The result of a file, including a note. */
function madeOf({ results, problems }: Report, name: string): string {
  const result = results.find(({ input }) => input === name);
  if (result) return ["fine", ...result.notes].join(" ");
  const { code, params } = problems.find(({ params: { file } }) => file === name)!;
  return params.codec === "aac" ? `${code} aac` : code;
}

function isRight({ expected, note }: BadFile, made: string): boolean {
  const [first, ...notes] = made.split(" ");
  // Without ffmpeg there is no AAC decoder; silence is accepted, because users of a terminal may
  // want it.
  if (made === "AUDIO_DECODER_MISSING aac") return true;
  if (first !== "fine") return expected.some((one) => MEANINGS[first!]?.includes(one));
  if (expected.includes("silent")) return true;
  return expected.includes("fine") && (note === undefined || notes.includes(note));
}

it("TLS-4 CLI-9 each of more than 200 bad files is reported or processed, in one run", async () => {
  const unhandled: unknown[] = [];
  const onUnhandled = (error: unknown): void => void unhandled.push(error);
  process.on("unhandledRejection", onUnhandled);
  const names = files.map(({ name }) => name);
  const paths = names.map((name) => path.join(folder, name));
  const notices = ["warn", "error"].map((level) =>
    vi.spyOn(console, level as "warn").mockImplementation(() => {}),
  );
  const { code: exitCode, out } = await run(
    "volume",
    ...paths,
    "-o",
    path.join(folder, "out"),
    "--set",
    "gain=-3",
    "--format",
    "wav16",
    "--json",
  );
  process.off("unhandledRejection", onUnhandled);
  for (const spy of notices) spy.mockRestore();
  expect(unhandled).toEqual([]);
  expect(files.length).toBeGreaterThanOrEqual(200);
  const report = JSON.parse(out.replaceAll(`${folder}${path.sep}`, "")) as Report;
  expect(report.results.length + report.problems.length).toBe(files.length);
  const wrong = files
    .map((file) => [file, madeOf(report, file.name)] as const)
    .filter(([file, made]) => !isRight(file, made))
    .map(
      ([{ name, expected, note }, made]) =>
        `${name}: ${made}, not ${expected.join(" or ")} ${note ?? ""}`,
    );
  expect(wrong).toEqual([]);
  expect(exitCode).toBe(1);
  // Different causes are distinguished.
  expect(new Set(report.problems.map(({ code }) => code))).toEqual(new Set(Object.keys(MEANINGS)));
}, 120_000);

it.each(Object.entries(NOTES))("TLS-4 CLI-9 says beside a result: %s", async (note, code) => {
  const { name } = files.find((file) => file.note === note)!;
  const ran = await run("volume", path.join(folder, name), "-o", path.join(folder, `${note}.wav`));
  expect(ran.code).toBe(0);
  expect(ran.err).toContain(`Warning [${code}]`);
});
