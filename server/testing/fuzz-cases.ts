import fc from "fast-check";
import { z } from "zod";
import type { AnyCall } from "#core/api/contract/call.ts";

/** The subset of JSON Schema that is used. */
interface Shape {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}
/** Plausible values by field name, which get further than random ones. */
export type Seeds = Readonly<Record<string, readonly unknown[]>>;

export const shapeOf = ({ request }: AnyCall): Shape =>
  z.toJSONSchema(request, { io: "input", unrepresentable: "any" }) as Shape;

function plain(shape: Shape): fc.Arbitrary<unknown> {
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.enum) return fc.constantFrom(...shape.enum);
  const { minimum, maximum, minLength = 0, maxLength = 1000, pattern } = shape;
  switch (shape.type) {
    case "integer":
      return fc.integer({ min: Math.max(minimum ?? 0, -(2 ** 31)), max: maximum ?? 1000 });
    case "number":
      return fc.double({ min: minimum ?? -1e6, max: maximum ?? 1e6, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "string":
      return pattern === undefined
        ? fc.string({ minLength, maxLength: Math.min(maxLength, minLength + 60) })
        : fc.stringMatching(new RegExp(pattern)).filter((text) => text.length <= maxLength);
    default:
      return fc.jsonValue();
  }
}

/** Valid values of a schema. */
export function validOf(shape: Shape, seeds: Seeds, name = ""): fc.Arbitrary<unknown> {
  const { anyOf, items, properties, required = [], minItems = 0 } = shape;
  const seeded = Object.hasOwn(seeds, name) ? seeds[name] : undefined;
  if (anyOf) return fc.oneof(...anyOf.map((each) => validOf(each, seeds, name)));
  if (items)
    return fc.array(validOf(items, seeds, name), { minLength: minItems, maxLength: minItems + 3 });
  if (shape.type === "object")
    return fc.record(
      Object.fromEntries(
        Object.entries(properties ?? {}).map(([key, each]) => [key, validOf(each, seeds, key)]),
      ),
      { requiredKeys: [...required] },
    );
  return seeded
    ? fc.oneof({ arbitrary: fc.constantFrom(...seeded), weight: 4 }, plain(shape))
    : plain(shape);
}

/** Values that often cause bugs. */
const HOSTILE = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -0,
    -1,
    0.5,
    1e308,
    -1e308,
    5e-324,
    2 ** 31,
    2 ** 53,
    2 ** 63,
    -(2 ** 63),
    "",
    " ",
    "\0",
    "a\0b",
    "\ud800",
    "\udfff\ud800",
    "\uFEFF",
    "\u202E",
    "\r\n",
    "💚".repeat(70),
    "__proto__",
    "constructor",
    "' or 1=1 --",
    "%00",
    "../../etc",
    "<script>",
    "NaN",
    "1e999",
    "x".repeat(300),
    "x".repeat(20_000),
    "0".repeat(36),
    "9".repeat(400),
    [],
    {},
    [[]],
    [null],
    { a: { b: {} } },
  ),
  fc.constant(JSON.parse('{"__proto__":{"admin":true},"constructor":1}') as unknown),
  fc.string({ unit: "binary" }),
  fc.double(),
  fc.jsonValue(),
);

/** Setters for every position in a value. */
function* mutationsOf(value: unknown, put: (next: unknown) => unknown): Generator<typeof put> {
  yield put;
  if (typeof value !== "object" || value === null) return;
  const isList = Array.isArray(value);
  for (const [key, child] of Object.entries(value))
    yield* mutationsOf(child, (next) => {
      if (isList) return put(value.with(Number(key), next) as unknown);
      return put({ ...value, [key]: next });
    });
  if (!isList) yield (next) => put({ ...value, surprise: next });
}

/** A value with one position replaced by a hostile one. */
export const broken = (valid: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.tuple(valid, fc.nat(), fc.oneof(HOSTILE, fc.constant(undefined))).map(([value, at, next]) => {
    const mutations = [...mutationsOf(value, (changed) => changed)];
    return mutations[at % mutations.length]!(next);
  });

const DEEP = 20_000;
/** Transformations into invalid JSON, or into JSON that parsers disagree about. */
const SPOILERS: readonly ((text: string) => string | Buffer)[] = [
  (text) => text.slice(0, text.length >> 1),
  (text) => `${text}${text}`,
  (text) => `\uFEFF${text}`,
  (text) => text.replace("{", '{"a":1,"a":2,'),
  (text) => text.replace(/"([^"]+)":/, '"$1":0,"$1":'),
  (text) => text.replace(/:\s*[^,}]*/, ":1e999"),
  (text) => text.replace(/:\s*[^,}]*/, `:${"9".repeat(500)}`),
  (text) => text.replace(/:\s*[^,}]*/, ":NaN"),
  (text) => text.replace(/:\s*[^,}]*/, `:${"[".repeat(DEEP)}${"]".repeat(DEEP)}`),
  (text) => text.replace(/:\s*[^,}]*/, `:${'{"a":'.repeat(9000)}1${"}".repeat(9000)}`),
  (text) => `/* */${text}`,
  () => "",
  () => "\0".repeat(100),
  () => `{"a":"${"x".repeat(70_000)}"}`,
  (text) => Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from([0xc3, 0x28, 0xff, 0x7d])]),
  (text) => Buffer.from(text, "utf16le"),
];

/** Bodies for a call: valid, almost valid, and invalid. */
export function bodyOf(call: AnyCall, seeds: Seeds): fc.Arbitrary<Buffer> {
  const valid = validOf(shapeOf(call), seeds);
  const text = fc
    .oneof({ arbitrary: valid, weight: 2 }, { arbitrary: broken(valid), weight: 5 })
    .map((value) => JSON.stringify(value) ?? "");
  return fc.oneof(
    { arbitrary: text.map((json) => Buffer.from(json)), weight: 6 },
    fc.tuple(text, fc.constantFrom(...SPOILERS)).map(([json, spoil]) => Buffer.from(spoil(json))),
    fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  );
}

/** Query strings for a call: known fields, unknown fields, and special characters. */
export function queryOf(call: AnyCall, seeds: Seeds): fc.Arbitrary<string> {
  const names = [...Object.keys(shapeOf(call).properties ?? {}), "a", "__proto__", "constructor"];
  const part = fc
    .constantFrom(...names)
    .chain((name) =>
      fc
        .oneof(
          fc.constantFrom(
            "",
            "%00",
            "%",
            "%zz",
            "%ff%fe",
            "a%26b",
            "+",
            "x".repeat(3000),
            "%f0%9f",
          ),
          ...(Object.hasOwn(seeds, name) ? [fc.constantFrom(...seeds[name]!).map(String)] : []),
          fc.string({ unit: "binary-ascii" }).map(encodeURIComponent),
        )
        .map((value) => `${name}=${value}`),
    );
  return fc
    .array(part, { maxLength: 3 })
    .map((parts) => (parts.length ? `?${parts.join("&")}` : ""));
}
