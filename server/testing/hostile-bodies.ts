import type { JsonSchema } from "../http/structure.ts";

/** A body that is expensive to process if its sizes are not checked first. */
export interface HostileBody {
  readonly name: string;
  readonly text: string;
}
type Filler = (size: number) => string;
/** A position in a body: the text before and after it, and the schema expected there. */
interface InjectionPoint {
  readonly name: string;
  readonly before: string;
  readonly behind: string;
  readonly schema: JsonSchema;
}

/** As many parts as fit; each contains its number. */
function list(open: string, part: (n: number) => string, close: string): Filler {
  return (size) => {
    const parts: string[] = [];
    let left = size - open.length - close.length;
    for (let n = 0; ; n++) {
      const next = part(n);
      left -= next.length + 1;
      if (left < -1) return `${open}${parts.join()}${close}`;
      parts.push(next);
    }
  };
}
const repeat = (open: string, part: string, close: string): Filler => {
  const around = open.length + close.length;
  return (size) =>
    open + part.repeat(Math.max(0, Math.floor((size - around) / part.length))) + close;
};
const nested = (open: string, inner: string, close: string): Filler => {
  const around = open.length + close.length;
  return (size) => {
    const depth = Math.max(1, Math.floor((size - inner.length) / around));
    return open.repeat(depth) + inner + close.repeat(depth);
  };
};

const FILLERS: Readonly<Record<string, Filler>> = {
  "empty objects": list("[", () => "{}", "]"),
  "empty arrays": list("[", () => "[]", "]"),
  "empty strings": list("[", () => '""', "]"),
  numbers: list("[", () => "0", "]"),
  nulls: list("[", () => "null", "]"),
  "one wrong field each": list("[", () => '{"a":0}', "]"),
  "many fields": list("{", (n) => `"k${n}":0`, "}"),
  "one field many times": list("{", () => '"a":0', "}"),
  "escaped names": list("{", (n) => `"\\u0061${n}":0`, "}"),
  "deep arrays": nested("[", "", "]"),
  "deep objects": nested('{"a":', "0", "}"),
  "a long string": repeat('"', "x", '"'),
  "escaped signs": repeat('"', "\\u0061", '"'),
  "halves of pairs": repeat('"', "\\ud800", '"'),
  "signs beyond": repeat('"', "\u{1F49A}", '"'),
  "dots and ats": repeat('"a@', ".a", '@"'),
  "a long number": repeat("1", "9", ""),
  "a long fraction": repeat("0.", "1", "e-9"),
  spaces: repeat("", " ", "0"),
  "no end": repeat("", "[{", ""),
};

/** The shortest valid text for a schema. */
function plainest(schema: JsonSchema): string {
  const { type, properties = {}, required = [], minimum = 0, minLength = 0 } = schema;
  if (type === "array") return "[]";
  if (type === "object")
    return `{${required.map((name) => `"${name}":${plainest(properties[name]!)}`).join()}}`;
  if (type === "string") return JSON.stringify(schema.enum?.[0] ?? "x".repeat(minLength));
  return type === "boolean" ? "true" : String(Math.max(minimum, 0));
}

/** All positions in a schema. */
function* injectionPoints(point: InjectionPoint): Generator<InjectionPoint> {
  yield point;
  const { name, before, behind, schema } = point;
  const { items, properties = {}, additionalProperties: value } = schema;
  if (items)
    yield* injectionPoints({
      name: `${name}[]`,
      before: `${before}[`,
      behind: `]${behind}`,
      schema: items,
    });
  const fields = Object.entries(properties);
  if (typeof value === "object") fields.push(["x", value]);
  for (const [field, each] of fields) {
    // The other fields are valid, so that no other error is found first.
    const others = Object.fromEntries(
      Object.entries(properties).filter(([other]) => other !== field),
    );
    const required = schema.required?.filter((other) => other !== field) ?? [];
    const rest = plainest({ type: "object", properties: others, required }).slice(1, -1);
    yield* injectionPoints({
      name: `${name}.${field}`,
      before: `${before}{${rest}${rest && ","}"${field}":`,
      behind: `}${behind}`,
      schema: each,
    });
  }
}

/** Fillers that are valid, or almost. */
function* fittingOf({ items, additionalProperties: others, maxItems = 0 }: JsonSchema) {
  if (typeof others === "object") {
    const value = plainest(others);
    yield ["right fields", list("{", (n) => `"k${n}":${value}`, "}")] as const;
  }
  if (!items) return;
  const item = plainest(items);
  yield ["right items", list("[", () => item, "]")] as const;
  for (const each of [item, "{}"])
    yield [
      `as many as may be of ${each}`,
      (size: number) =>
        `[${Array<string>(Math.min(maxItems, Math.floor(size / (each.length + 1))))
          .fill(each)
          .join()}]`,
    ] as const;
  if (typeof items.additionalProperties === "object") {
    const { additionalProperties: value, maxProperties = 0 } = items;
    const fields = Array.from({ length: maxProperties }, (_, n) => `"k${n}":${plainest(value)}`);
    yield ["full records", list("[", () => `{${fields.join()}}`, "]")] as const;
  }
}

/** Bodies of a given size for a schema, with each kind of excess at each position. */
export function* hostileBodies(schema: JsonSchema, size: number): Generator<HostileBody> {
  for (const point of injectionPoints({ name: "body", before: "", behind: "", schema })) {
    const { name, before, behind } = point;
    const room = size - before.length - behind.length;
    for (const [what, fill] of [...Object.entries(FILLERS), ...fittingOf(point.schema)])
      yield { name: `${what} at ${name}`, text: before + fill(room) + behind };
  }
}
