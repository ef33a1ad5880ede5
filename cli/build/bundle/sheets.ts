import type { PageKind } from "#core/page/page.ts";
import { type Graph, type Modules, PAGE_MODULES } from "./page-modules.ts";

/**
 * Stylesheets of the site: a shared one for rules that two or more page kinds use and for
 * controls, and one for each kind. The cascade follows import order, the client's own styles first.
 */
export function sheetsOf(
  graph: Graph,
  modules: Modules,
  clientEntry: string | undefined,
  kinds: readonly PageKind[],
): Map<string, string[]> {
  const isStyle = (file: string) => file.endsWith(".css");
  const first = [
    ...(clientEntry ? graph.reach(clientEntry, new Set(), { later: false }) : []),
    ...modules.shared,
  ].filter(isStyle);
  const uses = new Map<string, Set<string>>();
  for (const kind of kinds)
    for (const file of modules.ofKind(kind))
      if (isStyle(file)) uses.set(file, (uses.get(file) ?? new Set()).add(PAGE_MODULES[kind]));
  // Scripts of any page use these controls, with the rules that the page has loaded.
  const common = [...uses]
    .filter(([file, kinds]) => kinds.size > 1 || modules.isControl(file))
    .map(([file]) => file);
  const shared = new Set([...first, ...common]);
  const sheets = new Map([["shared", [...shared]]]);
  for (const [file, kinds] of uses) {
    if (shared.has(file)) continue;
    const name = [...kinds][0]!.toLowerCase();
    sheets.set(name, [...(sheets.get(name) ?? []), file]);
  }
  return sheets;
}
