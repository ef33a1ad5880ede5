import fs from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { type BadFile, makeBadFiles } from "../bad-files/cases.ts";
import { type Made, workOn } from "./audio-worker.ts";
import { useBrowser, withPage } from "./browser.ts";
import { addFiles, creditsLeft, useToolSite, withTool } from "./enhance-site.ts";
import { voiceAt, wavOf } from "./sounds.ts";
import { isLong } from "../left-out.ts";

useBrowser();
useToolSite();

let all: readonly BadFile[];
beforeAll(async () => {
  all = await makeBadFiles();
});

/** Every sixth in the short run: each kind of damage of some format, and each format. */
const chosen = (): readonly BadFile[] => (isLong ? all : all.filter((_, at) => at % 12 === 0));

function isRight({ expected, note }: BadFile, { fault, result }: Made): boolean {
  if (result)
    return expected.includes("fine") && (note === undefined || result.notes.includes(note));
  // The document tries to decode what the worker cannot, and says what it is called.
  if (fault === "undecodable") return expected.includes("codec") || expected.includes("unreadable");
  return expected.some((one) => `file.${one}` === fault);
}

describe("bad files", () => {
  it("TLS-4 each is reported or processed by the engine's worker, and none hangs", async () => {
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
    expect(files.length).toBeGreaterThanOrEqual(isLong ? 200 : 20);
    const faults = new Set(made.map(({ fault }) => fault).filter((fault) => fault !== null));
    expect(faults.size).toBeGreaterThanOrEqual(7);
  });

  it("TLS-4 USR-10 are reported in the visitor's language; the queue continues, and credits are refunded", async () => {
    const names = [
      "silent.wav",
      "nothing-but-nan.wav",
      "channels-9.wav",
      "text.mp3",
      "fairplay.m4p",
    ];
    const bad = names.map((name) => {
      const { bytes } = all.find((file) => file.name.endsWith(`-${name}`))!;
      return { name, mimeType: "", buffer: Buffer.from(bytes) };
    });
    const good = wavOf({ seconds: 2 }, voiceAt);
    await withTool("/de/background-audio-remover", {}, async (page) => {
      const uncaught: string[] = [];
      page.on("pageerror", (error) => uncaught.push(String(error)));
      const before = await creditsLeft();
      await addFiles(page, [...bad, { name: "good.wav", mimeType: "audio/wav", buffer: good }]);
      const dialog = page.locator("dialog[open]");
      await dialog.locator("[data-pane=panel] [data-start]:enabled").click();
      const { file } = JSON.parse(fs.readFileSync("locales/de/errors.json", "utf8")) as {
        readonly file: Readonly<Record<string, string>>;
      };
      // Two are known to be no sound before anything is asked of them.
      const shown = [
        file["foreign"]!.replace("{{kind}}", "TXT"),
        file["protected"]!,
        file["channels"]!.replace("{{channels, number}}", "9"),
        file["silent"]!,
      ];
      for (const text of shown) await dialog.getByText(text).first().waitFor();
      await dialog.getByText("good-noise-removed.wav").first().waitFor();
      await expect.poll(() => dialog.getByText("Fehlgeschlagen").count()).toBe(3);
      await expect.poll(creditsLeft).toBe(before - 1);
      expect(uncaught).toEqual([]);
    });
  });
});
