import fs from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { BROWSER_FLAGS, browserProgram } from "./browser.ts";
import { install } from "./peers.ts";
import { markdownOf, medianOf } from "./table.ts";

const VERSION = "13.5.0";
const ATTEMPTS = 4;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"] as const;

interface Audit {
  readonly id: string;
  readonly title: string;
  readonly score: number | null;
  readonly scoreDisplayMode: string;
  readonly displayValue?: string;
  readonly details?: { readonly items?: readonly object[] };
}
interface Report {
  readonly categories: Readonly<
    Record<
      (typeof CATEGORIES)[number],
      {
        readonly score: number | null;
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
      }
    >
  >;
  readonly audits: Readonly<Record<string, Audit>>;
  readonly runtimeError?: { readonly message: string };
}
type Lighthouse = (url: string, flags: object) => Promise<{ readonly lhr: Report } | undefined>;
type Launch = (options: object) => Promise<{ readonly port: number; readonly kill: () => void }>;

/** Kinds of page, by route; the ones that exist in English alone come without the others. */
const KINDS: readonly (readonly [kind: string, route: string, single?: true])[] = [
  ["home", "/"],
  ["pricing", "/pricing"],
  ["subscription", "/subscription"],
  ["history", "/use-history"],
  ["settings", "/account-settings"],
  ["podcast", "/podcast-preview"],
  ["policy", "/terms-policy", true],
  ["voice", "/ai-voice-generator/maren", true],
];

/** Title of each failed audit, with its value and the places that it is about. */
const failedOf = (report: Report): [title: string, detail: string][] =>
  CATEGORIES.flatMap((category) =>
    report.categories[category].auditRefs.flatMap(({ id, weight }): [string, string][] => {
      const { score, title, displayValue, details } = report.audits[id]!;
      const failed = score !== null && score < 0.9;
      // Without weight: hints, which are findings only where they failed altogether.
      if (!failed || (weight === 0 && score > 0)) return [];
      const elements = (details?.items ?? []).map(elementOf).filter((element) => element !== "");
      const detail = [displayValue ?? "", ...new Set(elements)].filter((text) => text !== "");
      return [[`${category}: ${title}`, detail.slice(0, 4).join(", ")]];
    }),
  );

/** Tries again when the browser lost its trace, which happens on a busy machine. */
async function audit(lighthouse: Lighthouse, launch: Launch, url: string): Promise<Report> {
  let problem = "";
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const browser = await launch({
      chromePath: browserProgram(),
      chromeFlags: ["--headless=new", ...BROWSER_FLAGS],
      logLevel: "silent",
    });
    try {
      const flags = { port: browser.port, logLevel: "silent", onlyCategories: CATEGORIES };
      const report = (await lighthouse(url, flags))?.lhr;
      if (report && !report.runtimeError) return report;
      problem = report?.runtimeError?.message ?? "no report";
    } finally {
      browser.kill();
    }
  }
  throw new Error(`${url}: ${problem}`);
}

/** The element or file of an audit's item, if it names one. */
function elementOf(item: object): string {
  const { node, source, url } = item as Readonly<Record<string, unknown>>;
  const element = node ?? source;
  const snippet = (element as { readonly snippet?: string } | undefined)?.snippet;
  const found = snippet ?? (typeof url === "string" ? url.replace(/^https?:\/\/[^/]+/, "") : "");
  return found === "" ? "" : `\`${found.slice(0, 120)}\``;
}

/**
 * Runs Lighthouse on every kind of page in English and Arabic.
 * @param input.url of the served site
 * @returns Markdown: a table of scores, and what failed where
 */
export async function runLighthouse(
  input: { url: string; tool: string; work: string; rounds: number },
  say: (text: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const folder = path.join(input.work, "lighthouse");
  fs.mkdirSync(folder, { recursive: true });
  fs.writeFileSync(
    path.join(folder, "package.json"),
    JSON.stringify({ private: true, dependencies: { lighthouse: VERSION } }),
  );
  await install(folder, signal);
  const load = (file: string): Promise<unknown> =>
    import(pathToFileURL(path.join(folder, "node_modules", file)).href);
  const { default: lighthouse } = (await load("lighthouse/core/index.js")) as {
    default: Lighthouse;
  };
  const { launch } = (await load("chrome-launcher/dist/index.js")) as { launch: Launch };

  const kinds: typeof KINDS = [...KINDS.slice(0, 1), ["tool", `/${input.tool}`], ...KINDS.slice(1)];
  const rows = [["page", ...CATEGORIES, "runs"]];
  const failures = new Map<string, string[]>();
  for (const [kind, route, single] of kinds)
    for (const locale of single ? ["en"] : ["en", "ar"]) {
      signal.throwIfAborted();
      const address = locale === "en" ? route : `/${locale}${route === "/" ? "" : route}`;
      say(`Lighthouse: ${address} …`);
      const reports: Report[] = [];
      for (let round = 0; round < input.rounds; round++)
        reports.push(await audit(lighthouse, launch, input.url + address));
      const scores = CATEGORIES.map((category) =>
        medianOf(reports.map(({ categories }) => 100 * (categories[category].score ?? 0))),
      );
      const note = reports[0]!.audits["is-crawlable"]?.score === 0 ? " (noindex)" : "";
      rows.push([
        `${kind} ${locale}${note}`,
        ...scores.map((score) => score.toFixed(0)),
        String(input.rounds),
      ]);
      for (const [title, detail] of new Map(reports.flatMap(failedOf))) {
        const element = `${kind} ${locale}${detail === "" ? "" : ` (${detail})`}`;
        failures.set(title, [...(failures.get(title) ?? []), element]);
      }
    }
  const list = [...failures].map(([failure, elements]) => `- ${failure}: ${elements.join("; ")}`);
  return `${markdownOf(rows)}\n\nFailed audits\n\n${list.join("\n") || "none"}`;
}
