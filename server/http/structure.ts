import { isDeepStrictEqual } from "node:util";
import * as z from "zod/mini";

/** The subset of JSON Schema that is used. */
export interface JsonSchema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean | JsonSchema;
  readonly propertyNames?: { readonly maxLength?: number };
  readonly maxProperties?: number;
  /** A union of objects that a field tells apart. */
  readonly oneOf?: readonly JsonSchema[];
}

/**
 * Types, names, counts and sizes allowed in a JSON text, which `checkStructure` checks before
 * parsing. Lengths are in UTF-16 units, as in JavaScript.
 */
export type Structure =
  | { readonly kind: "string"; readonly longest: number }
  | { readonly kind: "number"; readonly min: number; readonly max: number }
  | { readonly kind: "boolean" }
  | { readonly kind: "array"; readonly item: Structure; readonly maxItems: number }
  | {
      readonly kind: "record";
      readonly value: Structure;
      readonly longestName: number;
      readonly maxEntries: number;
    }
  | ObjectStructure;
export interface ObjectStructure {
  readonly kind: "object";
  readonly fields: ReadonlyMap<string, Field>;
  /** Bit mask of required fields. */
  readonly required: number;
  readonly longestName: number;
}
interface Field {
  readonly bit: number;
  readonly structure: Structure;
}

/** Number of fields that fit into a bit mask. */
const FIELDS = 31;
/**
 * Maximum number of array items that may each have violations which are only found after parsing.
 */
const LOOSE_ITEMS = 100;

/** Compiles the structure of a call's input. @throws if its size is unbounded */
export function structureOf(request: z.ZodMiniType): ObjectStructure {
  const structure = compileStructure(z.toJSONSchema(request, { io: "input" }) as JsonSchema);
  if (structure.kind !== "object") throw new Error("A request is an object");
  return structure;
}

/**
 * @throws {Error} for a schema that allows a text of unbounded size, or an unbounded number of
 *   violations that only the parser finds
 */
export function compileStructure(schema: JsonSchema, at = "body"): Structure {
  const fail = (what: string): never => {
    throw new Error(`${at}: ${what}`);
  };
  if (schema.oneOf)
    return mergeObjects(
      schema.oneOf.map((each) => compileStructure(each, at)),
      fail,
    );
  switch (schema.type) {
    case "string": {
      const values = schema.enum ?? ("const" in schema ? [schema.const] : undefined);
      const longest = schema.maxLength ?? (values && longestOf(values));
      return { kind: "string", longest: longest ?? fail("a string needs a maxLength") };
    }
    case "integer":
    case "number": {
      const { minimum: min = -Infinity, maximum: max = Infinity } = schema;
      return { kind: "number", min, max };
    }
    case "boolean":
      return { kind: "boolean" };
    case "array": {
      const { items = fail("an array needs items"), maxItems } = schema;
      if (maxItems === undefined) return fail("an array needs maxItems");
      if (maxItems > LOOSE_ITEMS && isLoose(items))
        fail(`more than ${LOOSE_ITEMS} items may have types and sizes alone`);
      return { kind: "array", item: compileStructure(items, `${at}[]`), maxItems };
    }
    case "object":
      return compileObject(schema, at, fail);
    default:
      return fail(`of type ${schema.type}`);
  }
}

function compileObject(
  { properties, required = [], ...schema }: JsonSchema,
  at: string,
  fail: (what: string) => never,
): Structure {
  if (typeof schema.additionalProperties === "object") {
    const maxEntries = schema.maxProperties ?? fail("a record needs maxProperties");
    const longestName = schema.propertyNames?.maxLength ?? fail("names need a maxLength");
    const value = compileStructure(schema.additionalProperties, `${at}.*`);
    return { kind: "record", value, longestName, maxEntries };
  }
  const entries = Object.entries(properties ?? {});
  if (entries.length > FIELDS) fail(`more than ${FIELDS} fields`);
  const fields = new Map(
    entries.map(([name, each], index) => [
      name,
      { bit: 1 << index, structure: compileStructure(each, `${at}.${name}`) },
    ]),
  );
  const bits = required.map((name) => fields.get(name)?.bit ?? fail(`${name} is required`));
  return {
    kind: "object",
    fields,
    required: bits.reduce((all, bit) => all | bit, 0),
    longestName: longestOf([...fields.keys()]),
  };
}

/**
 * The structure that all objects of a union fulfill. Which fields belong together is left to the
 * parser, whose work on one object is bounded.
 */
function mergeObjects(
  options: readonly Structure[],
  fail: (what: string) => never,
): ObjectStructure {
  const objects = options.map((each) =>
    each.kind === "object" ? each : fail("a union has objects"),
  );
  const structures = new Map<string, Structure>();
  for (const { fields } of objects)
    for (const [name, { structure }] of fields) {
      const other = structures.get(name) ?? structure;
      if (structure.kind === "string" && other.kind === "string") {
        const longest = Math.max(structure.longest, other.longest);
        structures.set(name, { kind: "string", longest });
      } else if (isDeepStrictEqual(structure, other)) structures.set(name, structure);
      else fail(`${name} differs within a union`);
    }
  if (structures.size > FIELDS) fail(`more than ${FIELDS} fields`);
  const fields = new Map(
    Array.from(structures, ([name, structure], index) => [name, { bit: 1 << index, structure }]),
  );
  const isRequired = (name: string): boolean =>
    objects.every((object) => (object.required & (object.fields.get(name)?.bit ?? 0)) !== 0);
  const required = Array.from(fields, ([name, { bit }]) => (isRequired(name) ? bit : 0));
  return {
    kind: "object",
    fields,
    required: required.reduce((all, bit) => all | bit, 0),
    longestName: longestOf([...fields.keys()]),
  };
}

const longestOf = (values: readonly unknown[]): number =>
  Math.max(0, ...values.map((value) => String(value).length));

/** Whether a value can have violations that the structure does not express. */
function isLoose(schema: JsonSchema): boolean {
  const { items, properties = {}, additionalProperties: others } = schema;
  return (
    ["enum", "const", "pattern", "minLength", "minItems"].some((name) => name in schema) ||
    schema.type === "integer" ||
    (items !== undefined && isLoose(items)) ||
    (typeof others === "object" && isLoose(others)) ||
    Object.values(properties).some(isLoose)
  );
}
