import * as z from "zod/mini";

/** What is used of JSON Schema. */
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
}

/**
 * Types, names, counts and sizes that a JSON text may have: what `checkStructure` holds it to before
 * anything is made of it. Lengths are in UTF-16 units, as in JavaScript.
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
  /** Bits of the fields that must be there. */
  readonly required: number;
  readonly longestName: number;
}
interface Field {
  readonly bit: number;
  readonly structure: Structure;
}

/** Fields that fit into the bits of a number. */
const FIELDS = 31;
/** Items of an array that may each have what is only found once it is parsed. */
const LOOSE_ITEMS = 100;

/** The structure of what a call is sent. @throws where its size has no limit */
export function structureOf(request: z.ZodMiniType): ObjectStructure {
  const structure = compileStructure(z.toJSONSchema(request, { io: "input" }) as JsonSchema);
  if (structure.kind !== "object") throw new Error("A request is an object");
  return structure;
}

/**
 * @throws {Error} for a schema that lets a text be of any size, or have any number of things wrong
 * with it that only a parser finds
 */
export function compileStructure(schema: JsonSchema, at = "body"): Structure {
  const fail = (what: string): never => {
    throw new Error(`${at}: ${what}`);
  };
  switch (schema.type) {
    case "string": {
      const values = schema.enum ?? ("const" in schema ? [schema.const] : undefined);
      const longest = schema.maxLength ?? (values && longestOf(values));
      return { kind: "string", longest: longest ?? fail("a string needs a maxLength") };
    }
    case "integer":
    case "number": {
      const { minimum: least = -Infinity, maximum: most = Infinity } = schema;
      return { kind: "number", min: least, max: most };
    }
    case "boolean":
      return { kind: "boolean" };
    case "array": {
      const { items = fail("an array needs items"), maxItems: most } = schema;
      if (most === undefined) return fail("an array needs maxItems");
      if (most > LOOSE_ITEMS && isLoose(items))
        fail(`more than ${LOOSE_ITEMS} items may have types and sizes alone`);
      return { kind: "array", item: compileStructure(items, `${at}[]`), maxItems: most };
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
    const most = schema.maxProperties ?? fail("a record needs maxProperties");
    const longestName = schema.propertyNames?.maxLength ?? fail("names need a maxLength");
    const value = compileStructure(schema.additionalProperties, `${at}.*`);
    return { kind: "record", value, longestName, maxEntries: most };
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

const longestOf = (values: readonly unknown[]): number =>
  Math.max(0, ...values.map((value) => String(value).length));

/** Whether a value can have faults that are not in its structure. */
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
