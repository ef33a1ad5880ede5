import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { SPOKEN_LANGUAGES } from "#audio/speech/languages.ts";
import { configWith } from "#tests/fixtures/entries.ts";
import { openEspeakPackage } from "./espeak-package.ts";
import { speechSiteOf } from "./speech-files.ts";

const PROGRAM = path.join(import.meta.dirname, "../../programs/espeak-ng");

describe("the voice of a site", () => {
  const { folders, files } = speechSiteOf(configWith());
  const namesIn = (folder: string): string[] =>
    [...files.keys()].flatMap((file) =>
      `/${file}`.startsWith(folder) ? [file.slice(folder.length - 1)] : [],
    );

  it("TLS-1 is a folder with all that a language needs, its license and where its source is", () => {
    const names = namesIn(folders!.espeak);
    for (const { data } of Object.values(SPOKEN_LANGUAGES)) expect(names).toContain(`${data}.data`);
    expect(names).toEqual(
      expect.arrayContaining(["worker.js", "speak.js", "espeak-ng.js", "ranges.json"]),
    );
    const textOf = (name: string): string =>
      Buffer.from(files.get(folders!.espeak.slice(1) + name)!.read()).toString();
    expect(textOf("COPYING.txt")).toContain("GNU GENERAL PUBLIC LICENSE");
    expect(textOf("SOURCE.txt")).toContain("https://github.com/espeak-ng/espeak-ng");
    expect(namesIn(folders!.japanese)).toContain("LICENSE.txt");
  });

  it("TLS-1 has the very bytes that the package has, cut in pieces", () => {
    const { ranges, read, script } = openEspeakPackage();
    const whole = fs.readFileSync(path.join(path.dirname(script), "espeak-ng.data"));
    expect(ranges.total).toBe(whole.length);
    for (const [group, parts] of Object.entries(ranges.groups))
      expect(
        Buffer.concat(parts.map(([start, end]) => whole.subarray(start, end))).compare(read(group)),
      ).toBe(0);
  });

  it("TLS-1 is left out where the configuration says so", () => {
    const { folders: none, files: left } = speechSiteOf(configWith({ tts: { espeak: false } }));
    expect([none, left.size]).toEqual([null, 0]);
  });

  it("is imported by nothing, and imports nothing of the rest", () => {
    for (const name of fs.readdirSync(PROGRAM).filter((file) => file.endsWith(".js"))) {
      const text = fs.readFileSync(path.join(PROGRAM, name), "utf8");
      expect(text).toContain("SPDX-License-Identifier: GPL-3.0-or-later");
      for (const [, from] of text.matchAll(/(?:from|import\()\s*"([^"]+)"/g))
        expect(from).toMatch(/^(?:\.\/[\w-]+\.js|node:.+)$/);
    }
    for (const room of ["audio", "cli", "core", "runtime", "server"])
      for (const file of fs.readdirSync(path.join(PROGRAM, "../..", room), { recursive: true })) {
        if (!/(?<!\.d)\.tsx?$/.test(String(file))) continue;
        const text = fs.readFileSync(path.join(PROGRAM, "../..", room, String(file)), "utf8");
        expect(text).not.toMatch(/(?:from|import\()\s*"[^"]*(?:programs\/|espeak-ng-emscripten)/);
      }
  });
});
