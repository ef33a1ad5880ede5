import path from "node:path";
import type { PageKind } from "#core/page/page.ts";
import type { Overlay } from "../../files/code-layers.ts";
import type { createGraph } from "./module-graph.ts";

/** Component of each page kind, below `runtime/pages/`. */
export const PAGE_MODULES: Readonly<Record<PageKind, string>> = {
  tool: "Tool",
  home: "Home",
  pricing: "Pricing",
  voice: "Voice",
  policy: "Policy",
  subscription: "Account",
  history: "Account",
  settings: "Account",
  podcast: "Podcast",
  page: "General",
  error: "Error",
  embed: "Embed",
  "kitchen-sink": "KitchenSink",
};
export const BUNDLED_PAGES = Object.keys(PAGE_MODULES) as PageKind[];

export type Graph = ReturnType<typeof createGraph>;

export interface Modules {
  /** Modules that render every page. */
  readonly shared: ReadonlySet<string>;
  /** Whether a module belongs to the controls in `runtime/ui/`. */
  readonly isControl: (file: string) => boolean;
  /** Modules of the page component of a kind. */
  readonly ofKind: (kind: PageKind) => ReadonlySet<string>;
}

export function modulesOf(graph: Graph, overlay: Overlay, entry: string): Modules {
  const pageOf = (kind: PageKind) =>
    overlay.locate(path.join(overlay.runtime, `pages/${PAGE_MODULES[kind]}.tsx`));
  const shared = graph.reach(entry, new Set(BUNDLED_PAGES.map(pageOf)));
  const isControl = (file: string) => overlay.nameOf(file).startsWith("runtime/ui/");
  return { shared, isControl, ofKind: (kind) => graph.reach(pageOf(kind)) };
}
