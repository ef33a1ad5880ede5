import fs from "node:fs";
import path from "node:path";
import { type Problem, problem } from "#core/errors/errors.ts";
import type { PageKind } from "#core/page/page.ts";
import { findSimilar } from "#core/errors/similar.ts";
import { type AnyEntry, type AnySourceEntry, kindOf, routeOf } from "../build/load/entry.ts";
import { readEntry } from "../build/load/read-entry.ts";
import { renderMarkdown } from "../build/load/markdown.ts";
import { sectionIds } from "../build/render/section-ids.ts";
import type { LoadedSite } from "./load-site.ts";

/** Links of bodies to an anchor that the target page does not have in the reader's language. */
export function checkAnchors({ plan, texts, root }: LoadedSite<AnyEntry>): Problem[] {
  const { entries, translations } = plan.read;
  const problems: Problem[] = [];
  const byRoute = new Map([...entries.values()].map((entry) => [routeOf(entry), entry]));
  const known = new Map<string, readonly string[]>();
  /** Undefined if an error of the page hides its anchors. */
  const idsOf = (entry: AnySourceEntry, locale: string): readonly string[] | undefined => {
    const own = translations.get(locale)?.get(entry.id);
    const hidden = [entry, own].flatMap((file) => file?.faults?.fields ?? []);
    const kind = kindOf(entry);
    if (kind === undefined || hidden.includes("body")) return undefined;
    const shown = own?.present.includes("body") ? own : entry;
    let ids = known.get(shown.file);
    if (!ids) known.set(shown.file, (ids = headingIds(root, shown, kind)));
    return [...sectionIds(kind), ...ids];
  };
  for (const { entry, anchors } of texts) {
    for (const href of anchors) {
      const [route, part = ""] = href.split("#", 2) as [string, string?];
      const source = entries.get(entry.id);
      const target = route === "" ? source : byRoute.get(route.replace(/\?.*$/s, ""));
      if (!target || part === "") continue; // A broken link is reported as such.
      const ids = idsOf(target, entry.locale);
      const anchor = decode(part);
      if (!ids || ids.includes(anchor)) continue;
      const params = { href, page: routeOf(target), similar: findSimilar(anchor, ids) };
      problems.push(problem("ANCHOR_BROKEN", params, { file: entry.file, text: href }));
    }
  }
  return problems;
}

function headingIds(root: string, entry: AnyEntry, kind: PageKind): string[] {
  const { body } = readEntry(fs.readFileSync(path.join(root, entry.file), "utf8"), entry);
  const html = renderMarkdown(body, { localize: (href) => href, taken: sectionIds(kind) });
  return Array.from(html.matchAll(/<h[1-6] id="([^"]*)"/g), ([, id]) => id!);
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
