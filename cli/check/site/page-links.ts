import type { Fault } from "./faults.ts";
import { positionOf } from "../locate-findings.ts";
import type { SiteTree, LinkTarget } from "./site-tree.ts";

/** A URL in a page. */
export interface Link {
  readonly href: string;
  /** Position of its tag. */
  readonly at: number;
  /** Description: `href of <a>`. */
  readonly what: string;
}

/** Called with every link to an anchor of another page. */
export type OnAnchor = (
  target: string,
  id: string,
  fault: Pick<Fault, "file"> & Required<Pick<Fault, "locate">> & { readonly href: string },
) => void;

export interface LinkContext {
  readonly tree: SiteTree;
  readonly file: string;
  readonly html: string;
  /** Address of the page. */
  readonly base: string;
  /** Ids of the page's elements. */
  readonly ids: ReadonlySet<string>;
  /** Cached targets of URLs, for pages of one origin. */
  readonly targets: Map<string, LinkTarget>;
  readonly report: (detail: string, at?: number, more?: Partial<Fault>) => void;
  readonly onAnchor: OnAnchor;
}

/** Every URL of a page must lead to a file, and every `#fragment` to an element. */
export function checkLinks(links: readonly Link[], context: LinkContext): void {
  const { tree, file, html, base, ids, targets, report, onAnchor } = context;
  for (const { href, at, what } of links) {
    if (/^javascript:/i.test(href)) {
      report(`${what} is a script, which never runs`, at);
      continue;
    }
    const hash = href.indexOf("#");
    const part = hash < 0 ? "" : decode(href.slice(hash + 1)).replace(/:~:.*$/s, "");
    if (hash === 0) {
      if (part !== "" && part !== "top" && !ids.has(part))
        report(`${what} leads to ${href}, and the page has no such element`, at);
      continue;
    }
    // The server answers these.
    if (href.startsWith("/audio/")) continue;
    let target = targets.get(href);
    if (!target) {
      target = tree.resolve(href, base);
      // Relative URLs of other folders have other targets.
      if (/^(\/|https?:)/i.test(href)) targets.set(href, target);
    }
    if (target.kind === "nothing")
      report(`${what} leads to ${href}, which does not exist`, at, {
        fix: "Correct the link, or add the file to public/.",
      });
    else if (target.kind === "redirect")
      report(`${what} leads to ${href}, which is redirected to ${target.to}`, at, {
        severity: "warning",
        fix: "Link to where the redirect leads.",
      });
    else if (target.kind === "page" && part !== "") {
      if (target.file !== file)
        onAnchor(target.file, part, { file, href, locate: () => positionOf(html, at) });
      else if (!ids.has(part))
        report(`${what} leads to ${href}, and the page has no such element`, at);
    }
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
