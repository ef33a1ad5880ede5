import * as z from "zod/mini";

/** Maximum number of steps, and of characters of a name. */
const MAX_STEPS = 20;
export const MAX_NAME = 60;
/** Maximum number of characters of a recipe in a file and in a link. */
const MAX_TEXT = 64_000;
const MAX_LINK = 8_000;
const MAX_RANGES = 1_000;

/** Name in the fragment of a link, which browsers do not send to a server. */
const LINK_NAME = "recipe";

/** Text without control characters, which would be able to move a terminal's cursor. */
const text = z.string().check(z.maxLength(MAX_NAME), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]+$/u));
const id = z.string().check(z.maxLength(40), z.regex(/^[a-z][a-z0-9-]*$/));

/** Settings of one step, by the names of its effect's parameters. */
export const stepValues = z.record(
  z.string(),
  z.union([
    z.number(),
    z.boolean(),
    text,
    z.array(z.tuple([z.number(), z.number()])).check(z.maxLength(MAX_RANGES)),
  ]),
);
/** Format of the results. */
export const outputFormat = z.strictObject({ format: id });

const schema = z.strictObject({
  kind: z.literal("recipe"),
  version: z.literal(1),
  name: text,
  steps: z
    .array(
      z.strictObject({
        effect: id,
        values: stepValues,
        model: z.optional(id),
      }),
    )
    .check(z.minLength(1), z.maxLength(MAX_STEPS)),
  output: z.optional(outputFormat),
});

/**
 * A chain of effects with their settings, as it is saved in a file or a link. `values` are those of
 * the effect's parameters, with defaults for missing ones; `model` is the id of a studio model, and
 * missing for the built-in engine. Without `output`, results have the format of their inputs.
 */
export type Recipe = z.output<typeof schema>;

/** Why a recipe is rejected. */
export interface RecipeProblem {
  /**
   * `size`: too long; `json`: no JSON; `kind`: no recipe; `version`: of a later version; `shape`: a
   * value that is missing or of another type; `key`, `effect`, `parameter`, `model`, `format`: an
   * unknown one; `value`: one that the parameter does not take.
   */
  readonly kind:
    | "size"
    | "json"
    | "kind"
    | "version"
    | "shape"
    | "key"
    | "effect"
    | "parameter"
    | "value"
    | "model"
    | "format";
  /** Number of the step, from 1; null outside of the steps. */
  readonly step: number | null;
  /** The key, effect, parameter, model or format; empty if the whole text is meant. */
  readonly name: string;
  /** Valid values, in English. */
  readonly expected?: string;
  readonly found?: string;
}

export type ReadRecipe =
  | { readonly recipe: Recipe; readonly problems: null }
  | { readonly recipe: null; readonly problems: readonly RecipeProblem[] };

const reject = (...problems: readonly RecipeProblem[]): ReadRecipe => ({ recipe: null, problems });
const whole = (kind: RecipeProblem["kind"]): RecipeProblem => ({ kind, step: null, name: "" });

/**
 * Parses the structure of a recipe, as `writeRecipe` writes it. Whether its effects exist and take
 * its values is checked by `openSteps`.
 */
export function readRecipe(source: string, maxLength = MAX_TEXT): ReadRecipe {
  if (source.length > maxLength) return reject(whole("size"));
  let value: unknown;
  try {
    value = JSON.parse(source);
  } catch {
    return reject(whole("json"));
  }
  const { kind, version } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (kind !== "recipe") return reject(whole("kind"));
  if (typeof version === "number" && version > 1) return reject(whole("version"));
  const { data, error } = schema.safeParse(value);
  return data ? { recipe: data, problems: null } : reject(...error.issues.map(problemOf));
}

function problemOf(issue: z.core.$ZodIssue): RecipeProblem {
  const [top, index] = issue.path;
  const step = top === "steps" && typeof index === "number" ? index + 1 : null;
  const isKey = issue.code === "unrecognized_keys";
  const name = String((isKey ? issue.keys[0] : issue.path.at(-1)) ?? "");
  return { kind: isKey ? "key" : "shape", step, name: name.slice(0, MAX_NAME) };
}

export const writeRecipe = (recipe: Recipe): string => `${JSON.stringify(recipe, null, 2)}\n`;

/** `Talks` → `Talks.recipe.json`, without characters that some file systems reject. */
export const recipeFileName = ({ name }: Recipe): string =>
  `${name.replaceAll(/[\\/:*?"<>|.]+/g, "").trim() || "recipe"}.recipe.json`;

/** Address of a page with a recipe in its fragment; null if the recipe is too long for a link. */
export function linkToRecipe(page: string, recipe: Recipe): string | null {
  const content = JSON.stringify(recipe);
  if (content.length > MAX_LINK) return null;
  // Messengers end a link at characters such as an apostrophe.
  const escaped = encodeURIComponent(content).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${page.replace(/#.*/s, "")}#${LINK_NAME}=${escaped}`;
}

/** Parses the recipe in a fragment (`#…`); null if it has none. */
export function recipeOfFragment(fragment: string): ReadRecipe | null {
  const [content] = fragment.replace(/^#/, "").split("&") as [string];
  const prefix = `${LINK_NAME}=`;
  if (!content.startsWith(prefix)) return null;
  // Each character is up to nine in an address.
  if (content.length > 9 * MAX_LINK) return reject(whole("size"));
  try {
    return readRecipe(decodeURIComponent(content.slice(prefix.length)), MAX_LINK);
  } catch {
    return reject(whole("json"));
  }
}
