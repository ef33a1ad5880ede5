import { renderTable } from "../command-kit/render-table.ts";
import {
  type Changed,
  type Comparison,
  type Counts,
  type Difference,
  type Kind,
  DIFFERENCES,
} from "./compare.ts";
import { proposalLine, proposalsOf } from "./proposals.ts";

type Write = (text: string) => void;

export const isSame = ({ counts }: Comparison): boolean =>
  DIFFERENCES.every((kind) => counts[kind] === 0);

const COLUMNS = ["locale", ...DIFFERENCES] as const;
const rowOf = (locale: string, counts: Counts): string[] => [
  locale,
  ...DIFFERENCES.map((kind) => `${counts[kind]}`),
];
const localeRows = ({ locales }: Comparison): string[][] =>
  [...locales]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([locale, counts]) => rowOf(locale, counts));

/** Describes a redirect outcome. */
export function detailOf(found: Difference): string {
  if (found.kind === "moved") return `→ ${found.to}`;
  return found.kind === "changed" ? changeOf(found) : "";
}

function changeOf({ lastmod, alternates }: Changed): string {
  const languages = (sign: string, list: readonly string[] = []): string[] =>
    list.map((each) => sign + each.split(" ", 1)[0]);
  const parts = [
    lastmod && `lastmod ${lastmod.old || "none"} → ${lastmod.new || "none"}`,
    alternates &&
      `alternates ${[...languages("-", alternates.removed), ...languages("+", alternates.added)].join(" ")}`,
  ];
  return parts.filter(Boolean).join("; ");
}

const TITLES: Readonly<Record<Kind, string>> = {
  removed: "Removed without a redirect",
  moved: "Moved",
  gone: "Removed on purpose (410)",
  unlisted: "Still there, no longer listed",
  added: "Added",
  changed: "Changed",
};

const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

/** Summarizes the comparison in one sentence. */
export function summaryOf(comparison: Comparison): string {
  const { counts, old, new: now, same } = comparison;
  const sides = `${old.name} lists ${count(old.urls, "address", "addresses")}, ${now.name} ${now.urls}`;
  if (isSame(comparison)) return `${sides}: the same.`;
  const words: Readonly<Record<Kind, string>> = {
    removed: "removed without a redirect",
    moved: "moved",
    gone: "removed on purpose",
    unlisted: "no longer listed",
    added: "added",
    changed: "changed",
  };
  const parts = DIFFERENCES.filter((kind) => counts[kind] > 0).map(
    (kind) => `${counts[kind]} ${words[kind]}`,
  );
  return `${sides}: ${parts.join(", ")}, ${same} the same.`;
}

function* ofKind(comparison: Comparison, kind: Kind): Generator<Difference> {
  if (comparison.counts[kind] === 0) return;
  for (const found of comparison.differences) if (found.kind === kind) yield found;
}

/** For programs: kind, locale, address and detail, tab-separated. */
export function printLines(comparison: Comparison, write: Write): void {
  for (const found of comparison.differences)
    write(renderTable([], [[found.kind, found.locale, found.url, detailOf(found)]], false));
}

/** For a terminal: a table, then up to `limit` addresses of each kind. */
export function printText(comparison: Comparison, write: Write, limit: number): void {
  if (isSame(comparison)) return;
  write(renderTable(COLUMNS, localeRows(comparison), true));
  for (const kind of DIFFERENCES) {
    const total = comparison.counts[kind];
    if (total === 0) continue;
    write(`\n${TITLES[kind]} (${total})\n`);
    let shown = 0;
    for (const found of ofKind(comparison, kind)) {
      if (shown++ === limit) break;
      const detail = detailOf(found);
      write(`  ${found.url}${detail && `  ${detail}`}\n`);
    }
    if (total > limit) write(`  … and ${total - limit} more; --limit shows more, --json all.\n`);
  }
  const proposals = proposalsOf(comparison).slice(0, limit).map(proposalLine);
  if (proposals.length > 0)
    write(
      `\nRedirects for toolkit.config.ts, if these pages moved\n${proposals.map((line) => `  ${line}\n`).join("")}`,
    );
}

/** One JSON object, written incrementally. */
export function printJson(comparison: Comparison, write: Write): void {
  const { counts, locales, old, new: now, same, ambiguous } = comparison;
  const facts = {
    ok: counts.removed === 0,
    same: isSame(comparison),
    old,
    new: now,
    counts: { ...counts, same },
    locales: Object.fromEntries(locales),
    ambiguous,
  };
  write(JSON.stringify(facts).slice(0, -1));
  for (const kind of DIFFERENCES) {
    write(`,${JSON.stringify(kind)}:[`);
    let comma = "";
    for (const { kind: _, ...found } of ofKind(comparison, kind)) {
      write(comma + JSON.stringify(found));
      comma = ",";
    }
    write("]");
  }
  write(`,"proposals":${JSON.stringify(proposalsOf(comparison))}}\n`);
}

/** Marker by which a pull request's comment is found again. */
export const COMMENT_MARK = "<!-- toolkit sitemap diff -->";
/** GitHub accepts 65,536 characters; a character may take four bytes. */
const MAX_COMMENT = 60_000;
/** Number of lines that fit. */
const MAX_PROPOSALS = 20;

/**
 * An address in a table cell, escaped so that it can end neither the code nor the cell, and creates
 * no mention.
 */
const code = (text: string): string =>
  `\`${text.replace(/[`|\\<>]/g, (char) => encodeURIComponent(char)).replace(/[\r\n]/g, " ")}\``;

/** A comment for a pull request: counts by locale, then as many addresses as fit. */
export function markdownReport(comparison: Comparison, limit: number): string {
  const { counts } = comparison;
  const mark = counts.removed > 0 ? "❌" : isSame(comparison) ? "✅" : "ℹ️";
  const table = (header: readonly string[], rows: readonly (readonly string[])[]): string =>
    [header, header.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |\n`).join("");
  let text = `${COMMENT_MARK}\n## Sitemap\n\n${mark} ${summaryOf({
    ...comparison,
    old: { ...comparison.old, name: code(comparison.old.name) },
    new: { ...comparison.new, name: code(comparison.new.name) },
  })}\n`;
  if (isSame(comparison)) return text;
  text += `\n${table(COLUMNS, localeRows(comparison).slice(0, 100))}`;
  for (const kind of DIFFERENCES) {
    const total = counts[kind];
    if (total === 0) continue;
    const rows: string[] = [];
    let size = text.length;
    for (const found of ofKind(comparison, kind)) {
      const line = rowLine(found);
      size += line.length;
      if (rows.length === limit || size > MAX_COMMENT) break;
      rows.push(line);
    }
    const more = total > rows.length ? `\n… and ${total - rows.length} more.\n` : "";
    const open = kind === "removed" ? " open" : "";
    const next = `\n<details${open}><summary>${TITLES[kind]} (${total})</summary>\n\n${rows.join("")}${more}\n</details>\n`;
    if (text.length + next.length > MAX_COMMENT + 1000) break;
    text += next;
  }
  if (counts.removed === 0) return text;
  text +=
    "\nAddresses that were listed answer 404 now. Give each a line in `redirects` of `toolkit.config.ts`, with `status: 410` if it is to go.\n";
  const proposals = proposalsOf(comparison).slice(0, MAX_PROPOSALS);
  if (proposals.length > 0)
    text += `\nIf these pages moved:\n\n${proposals.map((each) => `- ${code(proposalLine(each))}\n`).join("")}`;
  return text;
}

function rowLine(found: Difference): string {
  if (found.kind === "moved") return `- ${code(found.url)} → ${code(found.to)}\n`;
  const detail = detailOf(found);
  return `- ${code(found.url)}${detail && ` ${code(detail)}`}\n`;
}

const escapeData = (text: string): string =>
  text.replace(/%/g, "%25").replace(/\r/g, "%0D").replace(/\n/g, "%0A");
/** GitHub shows ten annotations of a kind per step. */
const MAX_ANNOTATIONS = 9;

/** Workflow commands of GitHub: an error for each lost address, and one notice for the rest. */
export function printAnnotations(comparison: Comparison, write: Write): void {
  const { removed } = comparison.counts;
  let shown = 0;
  for (const { url } of ofKind(comparison, "removed")) {
    if (shown++ === MAX_ANNOTATIONS) break;
    write(
      `::error title=Address without a redirect::${escapeData(`${url} was listed in the sitemap and answers 404 now.`)}\n`,
    );
  }
  if (removed > MAX_ANNOTATIONS)
    write(
      `::error title=Addresses without a redirect::${removed - MAX_ANNOTATIONS} more were listed and answer 404 now.\n`,
    );
  if (!isSame(comparison)) write(`::notice title=Sitemap::${escapeData(summaryOf(comparison))}\n`);
}
