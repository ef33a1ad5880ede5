import type { Recipe, RecipeProblem } from "#core/recipes/recipe.ts";
import type { Effect } from "../effect.ts";
import { OUTPUT_FORMATS, type OutputFormat } from "../media/writers/output-formats.ts";
import { parseValues } from "../parameters.ts";
import type { Values } from "../tasks/task.ts";

/** A step of a recipe with valid values of all parameters. */
export interface RecipeStep {
  readonly effect: Effect;
  readonly values: Values;
  /** Id of a model; null for the built-in engine. */
  readonly model: string | null;
}

export interface OpenedRecipe {
  readonly steps: readonly RecipeStep[];
  /** Null: the format of each input. */
  readonly output: OutputFormat | null;
  /** If there are any, the recipe must not run. */
  readonly problems: readonly RecipeProblem[];
}

const isFormat = (name: string): name is OutputFormat => Object.hasOwn(OUTPUT_FORMATS, name);

/**
 * Loads the effects of a recipe and checks their values.
 * @param loadEffect returns null for unknown effects
 */
export async function openSteps(
  { steps: given, output }: Recipe,
  loadEffect: (id: string) => Promise<Effect | null>,
): Promise<OpenedRecipe> {
  const problems: RecipeProblem[] = [];
  const steps: RecipeStep[] = [];
  for (const [at, { effect: id, values, model = null }] of given.entries()) {
    const step = at + 1;
    const effect = await loadEffect(id);
    if (!effect) {
      problems.push({ kind: "effect", step, name: id });
      continue;
    }
    const parsed = parseValues(effect.parameters, values, id);
    for (const { code, params } of parsed.problems) {
      const { name, ...texts } = params as { readonly name: string };
      problems.push({
        kind: code === "PARAMETER_UNKNOWN" ? "parameter" : "value",
        step,
        ...texts,
        name,
      });
    }
    if (model !== null && !effect.net) problems.push({ kind: "model", step, name: model });
    steps.push({ effect, values: parsed.values as Values, model });
  }
  const format = output?.format ?? null;
  if (format !== null && !isFormat(format))
    problems.push({
      kind: "format",
      step: null,
      name: format,
      expected: Object.keys(OUTPUT_FORMATS).join(", "),
    });
  return { steps, output: format !== null && isFormat(format) ? format : null, problems };
}
