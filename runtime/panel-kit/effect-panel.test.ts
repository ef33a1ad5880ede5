import fs from "node:fs";
import { describe, expect, it } from "vitest";
import { createFormat } from "../i18n/format.ts";
import { estimate, estimateFrom } from "../audio/estimate.ts";
import { matchLevels } from "./player/match-levels.ts";
import { resultName, valuesOf } from "./settings/effect-params.ts";
import { unchangedMessageKey } from "./run-effect-job.ts";
import { valueText } from "./settings/value-text.ts";

const levels = (lufs: number) => ({ lufs, truePeak: 0, noise: -60 });

describe("before and after", () => {
  it("TLS-1 are equally loud: the louder one is turned down", () => {
    const quieter = matchLevels({ before: levels(-20), after: levels(-14) });
    expect(quieter.before).toBe(1);
    expect(quieter.after).toBeCloseTo(0.501, 3);
    const louder = matchLevels({ before: levels(-14), after: levels(-20) });
    expect([louder.before, louder.removed]).toEqual([
      expect.closeTo(0.501, 3),
      expect.closeTo(0.501, 3),
    ]);
  });

  it("TLS-1 stay as they are where nothing was measured", () => {
    expect(matchLevels(null)).toEqual({ before: 1, after: 1, removed: 1 });
    expect(matchLevels({ before: levels(-Infinity), after: levels(-20) }).after).toBe(1);
  });
});

describe("a job that changed nothing", () => {
  it.each(["breath", "clicks", "echo", "silence", "neutral", "any"])(
    "USR-15 has words for %s in every language, each its own",
    (name) => {
      const texts = fs
        .readdirSync("locales", { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name: code }) => {
          const file = fs.readFileSync(`locales/${code}/panel-kit.json`, "utf8");
          return (JSON.parse(file) as { nothing: Record<string, string> }).nothing[name];
        });
      expect(texts.length).toBeGreaterThan(10);
      expect(new Set(texts).size).toBe(texts.length);
      expect(texts).not.toContain(undefined);
    },
  );

  it("USR-15 names what its effect was looking for; one without words says the least", () => {
    expect(unchangedMessageKey("notFound", "echo")).toBe("panel-kit:nothing.echo");
    expect(unchangedMessageKey("notFound", "tremolo")).toBe("panel-kit:nothing.any");
    expect(unchangedMessageKey("neutral", "echo")).toBe("panel-kit:nothing.neutral");
  });
});

describe("settings", () => {
  it("TLS-1 that were stored apply as long as the effect supports them", () => {
    const parameters = {
      strength: { kind: "number", min: 0, max: 100, default: 90 },
      mode: { kind: "choice", choices: ["a", "b"], default: "a" },
      keep: { kind: "ranges", default: [] },
    } as const;
    expect(valuesOf(parameters, { strength: 50, mode: "b", old: 1 })).toEqual({
      strength: 50,
      mode: "b",
      keep: [],
    });
    expect(valuesOf(parameters, { strength: 500, mode: "c" })).toEqual({
      strength: 90,
      mode: "a",
      keep: [],
    });
  });

  it("TLS-1 name the result after its input", () => {
    expect(resultName("My talk.final.mp3", { suffix: "noise-removed", ending: "flac" })).toBe(
      "My talk.final-noise-removed.flac",
    );
    expect(resultName(".wav", { suffix: "trim", ending: "mp3", number: 2 })).toBe(
      ".wav-trim-2.mp3",
    );
  });

  it("LOC-6 are written with their units", () => {
    const format = createFormat("en-US");
    const t = (key: string, values = {}): string => `${key} ${JSON.stringify(values)}`;
    expect(valueText(50, "%", format, t)).toBe("50%");
    expect(valueText(-6, "dB", format, t)).toBe("−6\u00a0dB");
    expect(valueText(250, "ms", format, t)).toBe('panel-kit:unit.ms {"value":250}');
    expect(valueText(3, "semitones", format, t)).toBe('panel-kit:unit.semitones {"count":3}');
  });
});

it("TLS-1 a slower device takes longer", () => {
  const costs = { analysis: 0, work: 17 };
  expect(estimate(costs, 600, 100)).toBeGreaterThan(2 * estimate(costs, 600, 400));
});

it("TLS-1 the time of a run determines the next estimate", () => {
  const job = { state: "done", started: 0, ended: 11_000, fileIds: ["a"] } as const;
  const lengthOf = (): number => 100;
  expect(estimateFrom([job], 200, lengthOf)).toBe(20);
  expect(estimateFrom([{ ...job, state: "failed" }], 200, lengthOf)).toBeNull();
  expect(estimateFrom([job], 200, () => 2)).toBeNull();
});
