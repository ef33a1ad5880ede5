import { GROUPS } from "#core/tools/menu.ts";
import type { PageKind } from "#core/page/page.ts";

/** Ids that the components of `runtime/pages` give to the parts of a page. */
export const SECTION_IDS: Readonly<Partial<Record<PageKind, readonly string[]>>> = {
  tool: ["steps", "features", "faq", "related"],
  home: ["home-file", "tools", ...GROUPS, "coming", "group-coming", "features", "faq", "search"],
  pricing: ["plans", "counts", "calculator", "features", "faq"],
  voice: ["features", "faq", "voices"],
  policy: ["contents", "others"],
  page: ["tools", "features", "faq"],
};

/** Ids of a page that are not of its body: those of its parts, and the frame's `content`. */
export const sectionIds = (kind: PageKind): readonly string[] => [
  "content",
  ...(SECTION_IDS[kind] ?? []),
];
