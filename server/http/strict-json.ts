import type * as z from "zod/mini";

/** What is needed of a zod schema to walk through it. */
interface Walkable {
  readonly _zod: {
    readonly def: {
      readonly type: string;
      readonly shape?: Readonly<Record<string, Walkable>>;
      readonly element?: Walkable;
      readonly innerType?: Walkable;
    };
  };
}

/** Whether a value has a field that its schema does not name. */
export function hasUnknownField(schema: z.ZodMiniType, value: unknown): boolean {
  return walk(schema as unknown as Walkable, value);
}

function walk({ _zod: { def } }: Walkable, value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (def.innerType) return walk(def.innerType, value);
  if (Array.isArray(value)) {
    const { element } = def;
    return element !== undefined && value.some((item) => walk(element, item));
  }
  const { shape } = def;
  if (!shape) return false;
  return Object.entries(value).some(
    ([name, field]) => !Object.hasOwn(shape, name) || walk(shape[name]!, field),
  );
}

/** Whether a text in a value has a NUL, which databases cannot hold. @param value of known depth */
export function hasNul(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  return typeof value === "object" && value !== null && Object.values(value).some(hasNul);
}

/**
 * Parses JSON, and refuses what parsers disagree about: fields that are there twice.
 * @throws {SyntaxError}
 */
export function parseStrictJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (hasRepeatedField(text)) throw new SyntaxError("A field is there twice");
  return value;
}

/** @param text valid JSON */
function hasRepeatedField(text: string): boolean {
  /** Names of each object that is open; null for an array. */
  const open: (Set<string> | null)[] = [];
  for (const [token, colon] of text.matchAll(/"[^"\\]*(?:\\.[^"\\]*)*"(\s*:)?|[[\]{}]/g)) {
    if (token === "{") open.push(new Set());
    else if (token === "[") open.push(null);
    else if (token === "}" || token === "]") open.pop();
    else if (colon !== undefined) {
      const name = JSON.parse(token.slice(0, -colon.length)) as string;
      const names = open.at(-1);
      if (names?.has(name)) return true;
      names?.add(name);
    }
  }
  return false;
}
