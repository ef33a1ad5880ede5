import { type ImportGraph, isTest } from "#scripts/import-graph.ts";

/** Tests that import a file, also by way of other files: those with the fewest files between first. */
export function nearestTests({ edges }: ImportGraph, file: string): readonly string[] {
  const importers = new Map<string, string[]>();
  for (const { from, to } of edges) importers.set(to, [...(importers.get(to) ?? []), from]);
  const found = new Set([file]);
  for (const next of found) for (const from of importers.get(next) ?? []) found.add(from);
  return [...found].filter(isTest);
}
