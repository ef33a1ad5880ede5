import type { z } from "zod";
import { type Problem, problem } from "#core/errors/errors.ts";
import { readUtf8 } from "../files/read-utf8.ts";
import { jsonLocations } from "../files/json-locations.ts";
import { type Glossary, type Notes, glossarySchema, notesSchema } from "./schema.ts";

export const GLOSSARY_FILE = "locales/glossary.json";
export const NOTES_FILE = "locales/notes.json";

export interface LoadedGlossary {
  /** Null where the site has none, or one that cannot be used. */
  readonly glossary: Glossary | null;
  readonly notes: Notes;
  readonly problems: readonly Problem[];
}

/** Reads the glossary and the notes for translators of a site. */
export function loadGlossary(root: string): LoadedGlossary {
  const glossary = readEdited(root, GLOSSARY_FILE, glossarySchema);
  const notes = readEdited(root, NOTES_FILE, notesSchema);
  return {
    glossary: glossary.data,
    notes: notes.data ?? {},
    problems: [...glossary.problems, ...notes.problems],
  };
}

/** Reads a JSON file that editors keep; null with its problems where it cannot be used. */
export function readEdited<T extends z.ZodType>(
  root: string,
  file: string,
  schema: T,
): { data: z.infer<T> | null; problems: Problem[] } {
  const found = readUtf8(root, file);
  if (!found) return { data: null, problems: [] };
  if ("problem" in found) return { data: null, problems: [found.problem] };
  const { text } = found;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const params = { field: "JSON", expected: (error as Error).message };
    return { data: null, problems: [problem("GLOSSARY_INVALID", params, { file })] };
  }
  const result = schema.safeParse(value);
  if (result.success) return { data: result.data, problems: [] };
  const locations = jsonLocations(text);
  const problems = result.error.issues.map(({ path: at, message }) => {
    const field = at.map(String).join(".");
    return problem(
      "GLOSSARY_INVALID",
      { field, expected: message },
      { file, ...locations.get(field) },
    );
  });
  return { data: null, problems };
}
