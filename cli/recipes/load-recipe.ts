import fs from "node:fs";
import path from "node:path";
import { openSteps, type OpenedRecipe } from "#audio/recipes/open-steps.ts";
import { problem, ToolkitError } from "#core/errors/errors.ts";
import { findSimilar } from "#core/errors/similar.ts";
import {
  readRecipe,
  type ReadRecipe,
  type Recipe,
  recipeOfFragment,
  type RecipeProblem,
} from "#core/recipes/recipe.ts";
import { listEffects, loadEffect } from "../audio/effects/effects.ts";
import type { Context } from "../command-kit/context.ts";
import { ioError } from "../files/files.ts";

/** Maximum length of a link in messages. */
const MAX_SHOWN = 60;

export interface LoadedRecipe extends Omit<OpenedRecipe, "problems"> {
  readonly recipe: Recipe;
}

/**
 * Reads a recipe from a file or a link, and loads its effects.
 * @throws {ToolkitError} INPUT_UNREADABLE; RECIPE_INVALID, with a problem for each fault
 */
export async function loadRecipe(context: Context, source: string): Promise<LoadedRecipe> {
  const isLink = /^https?:\/\//.test(source);
  const name = isLink && source.length > MAX_SHOWN ? `${source.slice(0, MAX_SHOWN)}…` : source;
  const known = listEffects(context);
  const reject = (faults: readonly RecipeProblem[]): never => {
    const details = faults.map((fault) => describeProblem(fault, known));
    const problems = details.map((detail) => problem("RECIPE_INVALID", { recipe: name, detail }));
    throw new ToolkitError("RECIPE_INVALID", { recipe: name, detail: details[0]! }, { problems });
  };
  const read = isLink
    ? recipeOfLink(source)
    : recipeOfFile(path.resolve(context.cwd, source), name);
  if (!read)
    throw new ToolkitError("RECIPE_INVALID", { recipe: name, detail: "this link has no recipe." });
  if (!read.recipe) return reject(read.problems);
  const { problems, ...opened } = await openSteps(read.recipe, async (id) =>
    known.includes(id) ? loadEffect(id, context) : null,
  );
  return problems.length > 0 ? reject(problems) : { ...opened, recipe: read.recipe };
}

/** @returns null for a link without a recipe */
const recipeOfLink = (link: string): ReadRecipe | null =>
  recipeOfFragment(link.slice(link.indexOf("#") + 1));

function recipeOfFile(file: string, name: string): ReadRecipe {
  try {
    return readRecipe(fs.readFileSync(file, "utf8").replace(/^\uFEFF/, ""));
  } catch (error) {
    if (ioError(error, file) === error) throw error;
    const detail =
      (error as NodeJS.ErrnoException).code === "ENOENT"
        ? "there is no such file."
        : (error as Error).message;
    throw new ToolkitError("INPUT_UNREADABLE", { file: name, detail }, { cause: error });
  }
}

/** Describes a fault in a sentence that names its step. @param effects ids of all effects */
function describeProblem(fault: RecipeProblem, effects: readonly string[]): string {
  const sentence = sentenceOf(fault, effects);
  return fault.step === null ? sentence : `step ${fault.step}: ${sentence}`;
}

function sentenceOf(
  { kind, name, expected = "", found = "" }: RecipeProblem,
  effects: readonly string[],
): string {
  // Control characters of hostile keys must not reach the terminal.
  const quoted = JSON.stringify(name);
  switch (kind) {
    case "size":
      return "it is too long.";
    case "json":
      return "it is no JSON.";
    case "kind":
      return 'it is no recipe; a recipe has "kind": "recipe".';
    case "version":
      return "it is of a later version of this program.";
    case "shape":
      return `${quoted} is missing, or not what it should be.`;
    case "key":
      return `there is no key ${quoted}.`;
    case "effect": {
      const similar = findSimilar(name, effects);
      const hint = similar === undefined ? "" : ` Did you mean "${similar}"?`;
      return `there is no effect ${quoted}.${hint}`;
    }
    case "parameter":
      return `there is no parameter ${quoted}.`;
    case "value":
      return `${name} must be ${expected}; found ${found}.`;
    case "model":
      return `no model can take over a part of this effect; found ${quoted}.`;
    case "format":
      return `the format must be one of ${expected}; found ${quoted}.`;
  }
}
