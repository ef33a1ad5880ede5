import type { OfferedModel } from "#core/models/offered.ts";
import type { WorkspaceTool } from "#core/page/app-data.ts";
import {
  linkToRecipe,
  MAX_NAME,
  readRecipe,
  type ReadRecipe,
  type Recipe,
  recipeFileName,
  recipeOfFragment,
  type RecipeProblem,
  writeRecipe,
} from "#core/recipes/recipe.ts";
import { openSteps, type RecipeStep } from "#audio/recipes/open-steps.ts";
import { splitPitch } from "#audio/voice/voice-values.ts";
import { findEffect } from "../../audio/effects.ts";
import type { RequestedFormat } from "../../audio/requested-format.ts";
import type { JsonObject } from "../../contract/json.ts";
import type { WorkspaceStore } from "../../contract/workspace-store.ts";
import { BUILT_IN_ID } from "#core/models/engine.ts";
import { chooseEngine } from "../engine/use-engine-choice.ts";
import { chosenModel } from "../settings/effect-params.ts";
import type { ChainStep } from "./run-chain.ts";

/** The settings of a tool, as its panel has them. */
export interface ToolSettings {
  /** Id of its effect. */
  readonly effect: string;
  readonly values: JsonObject;
  /** Id of a model; null for the built-in engine. */
  readonly model: string | null;
  readonly output: RequestedFormat;
}

/** Maximum size of a file, in bytes: a character takes up to four. */
const MAX_BYTES = 256_000;

/** A recipe of one step. */
function recipeOf(name: string, { effect, values, model, output }: ToolSettings): Recipe {
  const used = Object.entries(values).filter(([, value]) => value !== undefined);
  return {
    kind: "recipe",
    version: 1,
    name: name.slice(0, MAX_NAME),
    steps: [
      {
        effect,
        values: Object.fromEntries(used) as Recipe["steps"][number]["values"],
        ...(model !== null && { model }),
      },
    ],
    ...(output !== "keep" && { output: { format: output } }),
  };
}

const fileOf = (recipe: Recipe): File =>
  new File([writeRecipe(recipe)], recipeFileName(recipe), { type: "application/json" });

export const recipeFile = (name: string, settings: ToolSettings): File =>
  fileOf(recipeOf(name, settings));

/** A recipe with the settings of a tool as its last step. */
export async function extendRecipe(
  file: Blob,
  settings: ToolSettings,
): Promise<{ readonly file: File } | { readonly fault: Message }> {
  const read = await readFile(file);
  if (!read.recipe) return rejectedBy(read.problems);
  const { steps, ...own } = recipeOf(read.recipe.name, settings);
  const { output = own.output } = read.recipe;
  const extended = {
    ...read.recipe,
    steps: [...read.recipe.steps, ...steps],
    ...(output && { output }),
  };
  const { problems } = readRecipe(writeRecipe(extended));
  return problems ? rejectedBy(problems) : { file: fileOf(extended) };
}

/** @returns null if it would be too long */
export const recipeLink = (page: string, name: string, settings: ToolSettings): string | null =>
  linkToRecipe(page, recipeOf(name, settings));

/** Where a recipe is applied. */
export interface RecipeDeps {
  readonly workspace: Pick<WorkspaceStore, "set">;
  readonly tools: readonly WorkspaceTool[];
  /** Models that the site offers. */
  readonly models: readonly OfferedModel[];
}

/** A recipe that can run here: of several steps, or with ranges that no setting holds. */
export interface Chain {
  readonly name: string;
  readonly steps: readonly (ChainStep & { readonly model: OfferedModel | null })[];
  /** Null: the format of each file. */
  readonly output: RequestedFormat | null;
}

/** A message with its values. */
interface Message {
  readonly key: string;
  readonly params: Readonly<Record<string, string | number>>;
}

/**
 * What became of a recipe: settings of a tool were set, it is to be run as a chain, or it was
 * rejected.
 */
export type AppliedRecipe =
  | { readonly tool: WorkspaceTool; readonly message: Message }
  | { readonly chain: Chain }
  | { readonly fault: Message };

const rejected = (key: string, params: Message["params"] = {}): { readonly fault: Message } => ({
  fault: { key: `panel-kit:recipe.fault.${key}`, params },
});

/**
 * Sets the settings of a tool from a recipe of one step, or prepares a recipe of several.
 * @param source a file, or the fragment of an address
 */
export async function applyRecipe(source: Blob | string, deps: RecipeDeps): Promise<AppliedRecipe> {
  const read = typeof source === "string" ? recipeOfFragment(source) : await readFile(source);
  if (!read) return rejected("file");
  if (!read.recipe) return rejectedBy(read.problems);
  const { recipe } = read;
  const { steps, output, problems } = await openSteps(recipe, findEffect);
  if (problems.length > 0) return rejectedBy(problems);
  const chain: Chain["steps"][number][] = [];
  for (const [at, step] of steps.entries()) {
    const model = findModel(step, deps.models);
    if (step.model !== null && !model)
      return rejectedBy([{ kind: "model", step: at + 1, name: step.model }]);
    const tool = toolOf(step, deps.tools);
    if (!tool) return rejected("terminal", { name: recipe.name });
    const params = {
      values: step.values as unknown as JsonObject,
      ...(model && { model: chosenModel(model) as unknown as JsonObject }),
    };
    chain.push({ tool, params, model });
  }
  if (chain.length > 1 || hasRanges(steps[0]!))
    return { chain: { name: recipe.name, steps: chain, output } };
  const { tool } = chain[0]!;
  setUp(deps.workspace, tool.panel, { step: steps[0]!, output: output ?? "keep" });
  return { tool, message: { key: "panel-kit:recipe.applied", params: { name: recipe.name } } };
}

/** The model of a step; null if the site offers none with this id for its effect. */
const findModel = (
  { effect: { net }, model: chosen }: RecipeStep,
  models: RecipeDeps["models"],
): OfferedModel | null =>
  models.find(({ id, task }) => id === chosen && task === net?.task) ?? null;

/** Whether a step has ranges of a file, for example those to keep. */
const hasRanges = ({ values }: RecipeStep): boolean =>
  Object.values(values).some((value) => Array.isArray(value) && value.length > 0);

async function readFile(file: Blob): Promise<ReadRecipe> {
  // The beginning of a longer file is no recipe.
  return readRecipe(await file.slice(0, MAX_BYTES).text());
}

function rejectedBy([first]: readonly RecipeProblem[]): { readonly fault: Message } {
  const { kind, step, name } = first!;
  if (kind === "version") return rejected("version");
  if (name === "") return rejected("file");
  return step === null ? rejected("key", { name }) : rejected("step", { step, name });
}

/**
 * Tools whose settings have another form than those of `EffectPanel`, by their effect; null if they
 * belong to a file.
 */
const TOOLS: Readonly<Record<string, readonly [panel: string, preset: string] | null>> = {
  trim: null,
  volume: ["editor", "volume"],
  voice: ["voice-changer", "change"],
};

function toolOf(
  { effect: { id }, values }: RecipeStep,
  tools: readonly WorkspaceTool[],
): WorkspaceTool | null {
  // The panel has no field for the peak.
  if (id === "volume" && values["mode"] === "peak") return null;
  const known = TOOLS[id];
  if (known === null) return null;
  const [panel, preset] = known ?? [null, id];
  return (
    tools.find(
      (tool) =>
        tool.available && tool.preset === preset && (panel === null || tool.panel === panel),
    ) ?? null
  );
}

/** Stores the settings as the panel of the effect does. */
function setUp(
  workspace: RecipeDeps["workspace"],
  panel: string,
  { step, output }: { readonly step: RecipeStep; readonly output: RequestedFormat },
): void {
  const { id, net } = step.effect;
  const values = step.values as unknown as JsonObject;
  if (id === "volume") workspace.set(panel, { volume: { ...values, output } });
  else if (id === "voice") {
    const { pitch, ...others } = values;
    const change = { ...others, ...splitPitch(Number(pitch)), output, source: "file" };
    workspace.set(panel, { change });
  } else {
    workspace.set(panel, { [id]: values, output });
    if (net) chooseEngine(workspace, { task: net.task, tool: panel }, step.model ?? BUILT_IN_ID);
  }
}
