import path from "node:path";
import { describe, expect, it } from "vitest";
import { loadLock, loadRegistry } from "#cli/models/registry.ts";
import { type OfferedModel, offeredModels } from "./offered.ts";
import { transcriptEngines } from "./recommended-model.ts";
import { type Engine, builtInEngine, isUnrestricted, studioEngine } from "./engine.ts";
import { comparableFigure, engineToUse, ladderOf, recommendedEngine } from "./ladder.ts";

const HOME = path.resolve(import.meta.dirname, "../..");
const registry = loadRegistry(HOME, HOME);
const free = offeredModels(registry, loadLock(HOME, HOME), {
  baseUrl: "/models",
  hub: "https://hub.example",
  accept: [],
});

const always = (): boolean => true;
const never = (): boolean => false;
const below =
  (bytes: number) =>
  ({ memory }: OfferedModel) =>
    (memory ?? 0) <= bytes;
const show = ({ rungs, more, recommended }: ReturnType<typeof ladderOf>) => ({
  rungs: rungs.map(({ engine, level }) => `${level ?? "-"} ${engine.id}`),
  more: more.map(({ id }) => id),
  recommended: recommended?.id,
});
const model = (id: string, more: Partial<OfferedModel> = {}): OfferedModel =>
  ({
    id,
    task: "denoise",
    licence: { id: "MIT", use: "any", url: "" },
    languages: [],
    memory: 1e8,
    quality: [],
    files: [],
    bytes: 1e7,
    ...more,
  }) as unknown as OfferedModel;

describe("the ladder of engines", () => {
  it("TLS-9 shows three of the engines that transcribe, by measured quality, and the rest behind “More”", () => {
    expect(show(ladderOf(transcriptEngines(free, "en"), always))).toEqual({
      rungs: ["good moonshine-tiny-en", "best moonshine-base-en"],
      more: ["whisper-tiny", "whisper-base", "whisper-small"],
      recommended: "moonshine-tiny-en",
    });
    expect(show(ladderOf(transcriptEngines(free, "de"), always))).toEqual({
      rungs: ["good whisper-tiny", "better whisper-base", "best whisper-small"],
      more: [],
      recommended: "whisper-base",
    });
  });

  it("TLS-9 recommends what fits the device's memory, and the built-in engine where nothing does", () => {
    const german = transcriptEngines(free, "de");
    expect(recommendedEngine(german, below(0.8e9))?.id).toBe("whisper-tiny");
    expect(recommendedEngine(german, never)).toBe(null);
    const noise = [builtInEngine(), studioEngine(model("net"))];
    expect(show(ladderOf(noise, always)).recommended).toBe("net");
    expect(show(ladderOf(noise, never)).recommended).toBe("built-in");
    expect(ladderOf(noise.slice(0, 1), always).recommended).toBe(null);
  });

  it("TLS-9 recommends no model that the built-in engine surpasses, and does not call it better", () => {
    const figure = (value: number, on = "mixtures") =>
      ({ measure: "si-sdr", value, on, source: "" }) as const;
    const builtIn = builtInEngine(true, [figure(11.9)]);
    const worse = model("worse", { quality: [figure(20, "elsewhere"), figure(10.8)] });
    expect(show(ladderOf([builtIn, studioEngine(worse)], always))).toEqual({
      rungs: ["now built-in", "- worse"],
      more: [],
      recommended: "built-in",
    });
    const better = model("better", { quality: [figure(12)] });
    expect(show(ladderOf([builtIn, studioEngine(worse), studioEngine(better)], always))).toEqual({
      rungs: ["now built-in", "better better", "- worse"],
      more: [],
      recommended: "better",
    });
    expect(comparableFigure(studioEngine(worse), builtIn)).toEqual(figure(10.8));
    expect(comparableFigure(studioEngine(worse), undefined)).toEqual(figure(20, "elsewhere"));
    // It is not used because it is there, only if it was chosen.
    const state = { recommended: builtIn, fits: always, isStored: always };
    const use = (chosen?: string) =>
      engineToUse([builtIn, studioEngine(worse)], { ...state, chosen, chosenElsewhere: undefined });
    expect([use()?.id, use("worse")?.id]).toEqual(["built-in", "worse"]);
  });

  it("TLS-9 never has more than three rungs, loses no engine, and recommends one of the rungs", () => {
    // Every set of up to seven models of three sizes, two licenses, and measured in two ways or not.
    let seed = 7;
    const random = (): number => (seed = (seed * 48_271) % 2_147_483_647) / 2_147_483_647;
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)]!;
    for (let turn = 0; turn < 2000; turn++) {
      const models = Array.from({ length: pick([0, 1, 2, 3, 4, 7]) }, (_, at) =>
        model(`m${at}`, {
          bytes: pick([5e6, 8e7, 4e8]),
          memory: pick([1e8, 3e9]),
          languages: pick([[], ["en"], ["en", "de"]]),
          licence: { id: "x", url: "", use: pick(["any", "personal-research"] as const) },
          quality: pick([
            [],
            [{ measure: "wer", value: pick([3, 5]), on: "a", source: "" }],
            [{ measure: "sdr", value: pick([5, 9]), on: "b", source: "" }],
          ] as const) as OfferedModel["quality"],
        }),
      );
      const engines = [
        ...(random() < 0.7 ? [builtInEngine(random() < 0.5)] : []),
        ...models.map((one) => studioEngine(one, random() < 0.7)),
      ];
      const fits = below(2e9);
      const ladder = ladderOf(engines, fits);
      const { rungs, more, recommended } = ladder;
      const shown = rungs.map(({ engine }) => engine);
      expect(rungs.length).toBeLessThanOrEqual(3);
      expect(new Set([...shown, ...more])).toEqual(new Set(engines));
      expect(shown.length + more.length).toBe(engines.length);
      if (engines.length <= 3) expect(more).toEqual([]);
      if (!recommended) continue;
      expect(shown).toContain(recommended);
      expect(recommended.isCapable && recommended.models.every(fits)).toBe(true);
      // No license restricts what is recommended if another engine does it, too.
      const others = engines.filter(
        (one) => one.kind === "studio" && one.isCapable && one.models.every(fits),
      );
      expect(isUnrestricted(recommended)).toBe(others.length === 0 || others.some(isUnrestricted));
      const levels = rungs.flatMap(({ level }) => level ?? []);
      expect(new Set(levels).size).toBe(levels.length);
    }
  });
});

describe("the engine that a tool starts with", () => {
  const [small, large] = [model("small"), model("large", { bytes: 2e8 })];
  const engines = [builtInEngine(), studioEngine(small), studioEngine(large)];
  const use = (
    given: readonly Engine[],
    {
      chosen,
      chosenElsewhere,
      stored = [],
      fits = always,
    }: {
      chosen?: string;
      chosenElsewhere?: string;
      stored?: readonly OfferedModel[];
      fits?: (one: OfferedModel) => boolean;
    } = {},
  ) =>
    engineToUse(given, {
      chosen,
      chosenElsewhere,
      recommended: ladderOf(given, fits).recommended,
      fits,
      isStored: (one) => stored.includes(one),
    })?.id;
  const hollow = [builtInEngine(false), ...engines.slice(1)];

  it("TLS-8 is the built-in one, so that nothing is downloaded unasked, until a model is on the device", () => {
    expect(use(engines)).toBe("built-in");
    expect(use(engines, { stored: [large] })).toBe("large");
    expect(use(engines, { stored: [large, small] })).toBe("small");
    expect(use(engines, { stored: [large], fits: never })).toBe("built-in");
    expect(use([])).toBe(undefined);
  });

  it("TLS-9 is the recommended model where the built-in engine does not do what the page is for", () => {
    expect(use(hollow)).toBe("small");
    expect(use(hollow, { stored: [large] })).toBe("large");
    expect(use(hollow, { fits: never })).toBe("built-in");
  });

  it("TLS-8 is what the visitor chose here, else for another tool if it does what this page is for", () => {
    expect(use(engines, { chosen: "large", stored: [small] })).toBe("large");
    expect(use(engines, { chosen: "built-in", stored: [small] })).toBe("built-in");
    expect(use(engines, { chosenElsewhere: "large" })).toBe("large");
    expect(use(engines, { chosen: "small", chosenElsewhere: "large" })).toBe("small");
    expect(use(hollow, { chosen: "built-in" })).toBe("built-in");
    expect(use(hollow, { chosenElsewhere: "built-in" })).toBe("small");
    expect(use(engines, { chosen: "gone" })).toBe("built-in");
  });
});
