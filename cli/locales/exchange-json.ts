import { type Exchange, type Returned, type ReturnedFile, ExchangeFault } from "./exchange.ts";
import type { UnitState } from "./units.ts";

const FORMAT = "toolkit-translation-1";
const STATES: readonly UnitState[] = ["missing", "stale", "unstamped", "translated"];

/** "missing" describes the unit at export: a text that was filled in since is a translation. */
function stateOf(state: unknown, target: string): Returned["state"] {
  if (state === undefined) return target === "" ? "missing" : "translated";
  if (state === "missing" && target !== "") return "translated";
  return STATES.find((known) => known === state) ?? "unreviewed";
}

/** Writes an exchange as JSON: a list of units. */
export function writeJson({ sourceLanguage, language, style, files }: Exchange): string {
  const units = files.flatMap(({ groups }) =>
    groups.flatMap((group) =>
      group.units.map(({ id, source, was, target, state, notes, terms }) => ({
        id,
        source,
        ...(was !== undefined && { was }),
        target,
        state,
        ...(notes.length > 0 && { notes }),
        ...(terms.length > 0 && { terms }),
      })),
    ),
  );
  const head = { format: FORMAT, sourceLanguage, language, ...(style.length > 0 && { style }) };
  return `${JSON.stringify({ ...head, units }, null, 2)}\n`;
}

/** @throws ExchangeFault if the file was not exported by this program */
export function readJson(text: string): ReturnedFile {
  let value: { format?: unknown; language?: unknown; units?: unknown } | null;
  try {
    value = JSON.parse(text) as typeof value;
  } catch (error) {
    throw new ExchangeFault(`it is not JSON: ${(error as Error).message}`, 1);
  }
  if (value?.format !== FORMAT || typeof value.language !== "string" || !Array.isArray(value.units))
    throw new ExchangeFault(`it is not a translation: "format" must be "${FORMAT}"`, 1);
  // A unit's line is that of its id, which occurs once.
  const lines = new Map<string, number>();
  for (const [at, line] of text.split("\n").entries()) {
    const id = /^\s*"id":\s*("(?:[^"\\]|\\.)*")/.exec(line)?.[1];
    if (id !== undefined) lines.set(JSON.parse(id) as string, at + 1);
  }
  const units: Returned[] = [];
  const faults: { line: number; detail: string }[] = [];
  for (const [at, each] of (value.units as unknown[]).entries()) {
    const { id, source, target, state } = (each ?? {}) as Record<string, unknown>;
    if (typeof id === "string" && typeof source === "string" && typeof target === "string")
      units.push({
        id,
        source,
        target,
        state: stateOf(state, target),
        line: lines.get(id) ?? 1,
      });
    else
      faults.push({
        line: typeof id === "string" ? (lines.get(id) ?? 1) : 1,
        detail: `unit ${at + 1} must have the texts "id", "source" and "target"`,
      });
  }
  return { language: value.language, units, faults };
}
