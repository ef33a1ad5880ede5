import fs from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { TONES } from "#audio/podcast/script/script.ts";
import type { Cost } from "#core/page/page.ts";
import { configSchema } from "#core/site/config.ts";
import { type JobInput, type StartedRun, planStart } from "../panel-kit/start/start-plan.ts";
import type { StartRequest } from "../contract/start.ts";
import { affordablePart, limitTo } from "../workspace/start/affordable-part.ts";
import { setupFrom as soundscapeFrom } from "./asmr/setup/setup.ts";
import { episodeRun } from "./podcast/setup/episode-run.ts";
import {
  LANGUAGES,
  linesFor,
  MINUTES,
  scriptOf,
  setupFrom,
  shorterScripts,
} from "./podcast/setup/setup.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const BALANCE = configSchema.shape.credits.parse({}).daily;
const DEFAULT_TITLE = "Episode";

/** All tools of the site. */
const TOOLS = fs.readdirSync(path.join(ROOT, "content/tools")).map((name) => {
  const text = fs.readFileSync(path.join(ROOT, "content/tools", name), "utf8");
  const field = (key: string): string => new RegExp(`^${key}: (.+)$`, "m").exec(text)![1]!;
  const cost = field("cost");
  return {
    slug: name.replace(/\.md$/, ""),
    panel: field("panel"),
    cost: (cost === "free" ? cost : Number(cost)) as Cost,
  };
});

/** Characters of articles: more than the default and the longest episode quote. */
const ARTICLE = { default: 6000, longest: 25_000 } as const;

/** The texts of the tool pages of a locale. */
const articleIn = (locale: string, length: number): string => {
  const folder = path.join(ROOT, locale === "en" ? "content" : `locales/${locale}`, "tools");
  return fs
    .readdirSync(folder)
    .flatMap((name) => [
      ...fs.readFileSync(path.join(folder, name), "utf8").matchAll(/^ +(?:text|answer): "(.+)"$/gm),
    ])
    .map(([, text]) => text)
    .join("\n\n")
    .slice(0, length);
};

type Start = { readonly input: JobInput; readonly run: Pick<StartedRun, "params" | "hosted"> };
const episodeOf = (stored: Parameters<typeof setupFrom>[0], locale: string, length: number) => {
  const setup = setupFrom(
    { source: articleIn(locale, length), language: locale, ...stored },
    locale,
  );
  return {
    setup,
    script: scriptOf({ ...setup, lines: linesFor(setup, DEFAULT_TITLE) }, DEFAULT_TITLE),
  };
};
const soundOf = (seconds: number): Start => ({
  input: { id: "file", name: "minute.wav", duration: seconds },
  run: { params: {} },
});
/** What each panel without a file starts with; the others get a minute of sound. */
const defaultsOf = (panel: string): readonly Start[] => {
  if (panel === "podcast")
    return LANGUAGES.flatMap((locale) =>
      TONES.map((tone) => {
        const { setup, script } = episodeOf({ tone }, locale, ARTICLE.default);
        return episodeRun(setup, script);
      }),
    );
  if (panel === "asmr") return [soundOf(soundscapeFrom().seconds)];
  return [soundOf(60)];
};

const plan = ({ input, run }: Start, tool: { readonly slug: string; readonly cost: Cost }) =>
  planStart([input], { panel: "any", preset: "any", ...run }, { tool, jobs: [], now: 0 });

describe("what a new account pays for", () => {
  it.each(TOOLS)("USR-7 USR-14 $slug: the default costs no more than its credits", (tool) => {
    const starts = defaultsOf(tool.panel);
    expect(starts.length).toBeGreaterThan(0);
    for (const start of starts) expect(plan(start, tool).due).toBeLessThanOrEqual(BALANCE);
  });

  const podcast = TOOLS.find(({ panel }) => panel === "podcast")!;
  it.each(MINUTES.filter((minutes) => minutes > MINUTES[0]))(
    "USR-7 USR-14 an episode of %d minutes can be made shorter, for as many credits as there are",
    (minutes) => {
      const { setup, script } = episodeOf({ minutes }, "en", ARTICLE.longest);
      const { jobs, due, dues } = plan(episodeRun(setup, script), podcast);
      const shorter = shorterScripts(setup, DEFAULT_TITLE).map((version) => ({
        minutes: version.minutes,
        ...plan(episodeRun(setup, version.script), podcast),
      }));
      const request: StartRequest = {
        jobs,
        due,
        dues,
        shorter,
        cost: podcast.cost,
        takesPart: false,
      };
      expect(due).toBeGreaterThan(BALANCE);
      const offered = affordablePart(request, BALANCE)!;
      expect(MINUTES.filter((one) => one < minutes)).toContain(offered.count);
      const chosen = limitTo(offered, request);
      expect(chosen.due).toBeLessThanOrEqual(BALANCE);
      expect(chosen.jobs[0]!.text).toBe(jobs[0]!.text);
      expect(chosen.jobs[0]!.seconds!).toBeLessThan(jobs[0]!.seconds!);
      expect(affordablePart(request, 0)).toBeNull();
      // With more credits, the longest version that they pay for.
      expect(affordablePart(request, due)!.count).toBe(shorter[0]!.minutes);
    },
  );
});
