import { beforeAll, describe, expect, it } from "vitest";
import type { BadFile } from "../bad-files/cases.ts";
import { makeBadFiles } from "../bad-files/cases.ts";
import type { Made } from "./audio-worker.ts";
import { workOn } from "./audio-worker.ts";
import { useBrowser, withPage } from "./browser.ts";

useBrowser();

let all: readonly BadFile[];
beforeAll(async () => {
  all = await makeBadFiles();
});

/** Every sixth in the short run: each kind of damage of some format, and each format. */
const chosen = (): readonly BadFile[] =>
  process.env["TOOLKIT_LONG"] === "1" ? all : all.filter((_, at) => at % 6 === 0);

function isRight({ expected, note }: BadFile, { fault, result }: Made): boolean {
  if (result)
    return expected.includes("fine") && (note === undefined || result.notes.includes(note));
  // The document tries to decode what the worker cannot, and says what it is called.
  if (fault === "undecodable") return expected.includes("codec") || expected.includes("unreadable");
  return expected.some((one) => `file.${one}` === fault);
}

describe("bad files", () => {
  it("TLS-4 each is told or worked on by the engine's worker, and none hangs", async () => {
    const files = chosen();
    const uncaught: string[] = [];
    const made = await withPage({}, async (page) => {
      page.on("pageerror", (error) => uncaught.push(String(error)));
      await page.goto("/terms-policy");
      return workOn(page, files);
    });
    const wrong = files
      .map((file, at) => [file, made[at]!] as const)
      .filter(([file, one]) => !isRight(file, one))
      .map(([{ name, expected, note = "" }, { fault, params, result }]) =>
        [name, fault, JSON.stringify(params), result?.notes, "not", expected, note].join(" "),
      );
    expect(wrong).toEqual([]);
    expect(uncaught).toEqual([]);
    expect(files.length).toBeGreaterThanOrEqual(process.env["TOOLKIT_LONG"] === "1" ? 200 : 40);
    const told = new Set(made.map(({ fault }) => fault).filter((fault) => fault !== null));
    expect(told.size).toBeGreaterThanOrEqual(7);
  });
});
