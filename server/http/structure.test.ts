import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { login } from "#core/api/accounts/login.ts";
import { savePodcast } from "#core/api/podcasts/save-podcast.ts";
import { ROUTES } from "../app.ts";
import { checkStructure, StructureFault } from "./check-structure.ts";
import { broken, shapeOf, validOf } from "../testing/fuzz-cases.ts";
import { type JsonSchema, type Structure, compileStructure, structureOf } from "./structure.ts";

/** The first violation in a text: its code and field; null: there is none. */
function faultIn(text: string, structure: Structure): [code: string, ...path: string[]] | null {
  try {
    checkStructure(text, structure);
    return null;
  } catch (error) {
    if (!(error instanceof StructureFault)) throw error;
    return [error.code, ...error.path];
  }
}
const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

const STRING = { type: "string", maxLength: 3 };
const SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    a: STRING,
    b: { type: "array", maxItems: 2, items: { type: "object", properties: { a: STRING } } },
    n: { type: "number", minimum: -1, maximum: 1.5 },
    t: { type: "boolean" },
    r: {
      type: "object",
      maxProperties: 2,
      propertyNames: { maxLength: 2 },
      additionalProperties: STRING,
    },
  },
  required: ["a"],
};
const structure = compileStructure(SCHEMA);

/** Characters of JSON. */
const SIGNS = Array.from('{}[]",:\\ab01-.eutrfalsn \n');

describe("the structure of JSON", () => {
  it.each([
    '{"a":""}',
    ' { "a" : "abc" , "b" : [ ] }\r\n',
    '{"a":"\\u0061\\n\\\\"}',
    '{"a":"\\"},"}',
    '{"\\u0061":"x"}',
    '{"a":"x","b":[{"a":"x"},{}]}',
    '{"a":"x","n":1.5e0,"t":false,"r":{"a":"x","bb":"y"}}',
    '{"n":-1,"r":{},"a":"x"}',
  ])("API-3 lets through %s", (text) => {
    expect(isJson(text)).toBe(true);
    expect(faultIn(text, structure)).toBeNull();
  });

  it.each([
    ["[]", "invalid_type"],
    ["null", "invalid_type"],
    ["{}", "invalid_type", "a"],
    ['{"a":1}', "invalid_type", "a"],
    ['{"a":null}', "invalid_type", "a"],
    ['{"a":"abcd"}', "too_big", "a"],
    ['{"a":"\\u0061\\u0061\\u0061\\u0061"}', "too_big", "a"],
    ['{"a":"","b":[{},{},{}]}', "too_big", "b"],
    ['{"a":"","b":[1]}', "invalid_type", "b"],
    ['{"a":"","b":[{"c":1}]}', "unrecognized_keys", "b"],
    ['{"a":"","c":1}', "unrecognized_keys"],
    ['{"a":"","__proto__":1}', "too_big"],
    ['{"a":"","n":1.6}', "too_big", "n"],
    ['{"a":"","n":-1e9}', "too_small", "n"],
    ['{"a":"","n":1e999}', "too_big", "n"],
    ['{"a":"","t":0}', "invalid_type", "t"],
    ['{"a":"","r":{"a":"","b":"","c":""}}', "too_big", "r"],
    ['{"a":"","r":{"abc":""}}', "too_big", "r"],
    ['{"a":"","r":{"a":{}}}', "invalid_type", "r"],
  ])("API-3 refuses %s: %s", (text, ...fault) => {
    expect(isJson(text)).toBe(true);
    expect(faultIn(text, structure)).toEqual(fault);
  });

  it("API-3 finds fields that are there twice, and no others", () => {
    for (const twice of [
      '{"a":"","a":""}',
      '{"a":"","b":[{"a":"","a":""}]}',
      '{"a":"","\\u0061":""}',
      '{"a":"","b":[{}],"b":[]}',
      '{"a":"","r":{"a":"","\\u0061":""}}',
    ])
      expect(faultIn(twice, structure)?.[0], twice).toBe("unrecognized_keys");
    for (const once of [
      '{"a":"","b":[{"a":""},{"a":""}]}',
      '{"a":"","r":{"a":"a","b":"a"}}',
      '{"a":"{a:","b":[]}',
    ])
      expect(faultIn(once, structure), once).toBeNull();
  });

  it("API-3 every text that passes is JSON for the parser as well, and every other one for neither", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...SIGNS) }), fc.nat(), (noise, at) => {
        const text = '{"a":"x","b":[{"a":"y"}],"n":1,"t":true}';
        const position = at % text.length;
        const spoiled = text.slice(0, position) + noise + text.slice(position);
        const fault = faultIn(spoiled, structure);
        if (!isJson(spoiled)) return;
        const value = JSON.parse(spoiled) as Record<string, unknown>;
        const known = Object.keys(value).every((name) => name in SCHEMA.properties!);
        if (!known) expect(fault).not.toBeNull();
        if (fault === null) expect(typeof value["a"]).toBe("string");
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    [{ type: "string" }, "body: a string needs a maxLength"],
    [{ type: "array", items: STRING }, "body: an array needs maxItems"],
    [{ type: "array", maxItems: 1 }, "body: an array needs items"],
    [{}, "body: of type undefined"],
    [
      { type: "object", properties: { a: { type: "array", items: {}, maxItems: 1 } } },
      "body.a[]: of type undefined",
    ],
    [
      {
        type: "array",
        maxItems: 101,
        items: { type: "object", properties: { a: { enum: ["b"] } } },
      },
      "body: more than 100 items may have types and sizes alone",
    ],
  ])("API-3 a schema without limits cannot be used: %j", (schema, words) => {
    expect(() => compileStructure(schema as JsonSchema)).toThrow(words);
  });

  it.each(ROUTES.map(({ call }) => [`${call.method} ${call.path}`, call] as const))(
    "API-3 %s: what passes is wrong in few places, and what is right passes",
    (_name, call) => {
      const expected = structureOf(call.request);
      const valid = validOf(shapeOf(call), {});
      fc.assert(
        fc.property(fc.oneof(valid, broken(valid)), (value) => {
          const text = JSON.stringify(value);
          if (text === undefined) return;
          const parsed = call.request.safeParse(JSON.parse(text));
          const fault = faultIn(text, expected);
          if (fault === null) {
            const codes = parsed.error?.issues.map(({ code }) => code) ?? [];
            expect(codes.length).toBeLessThanOrEqual(100);
            expect(codes).not.toContain("invalid_type");
          } else if (fault[0] !== "unrecognized_keys" && fault[0] !== "too_big")
            expect(parsed.success, text.slice(0, 500)).toBe(false);
        }),
        { numRuns: 200 },
      );
      fc.assert(
        fc.property(valid, (value) => {
          const text = JSON.stringify(value);
          if (call.request.safeParse(JSON.parse(text)).success)
            expect([text, faultIn(text, expected)]).toEqual([text, null]);
        }),
        { numRuns: 200 },
      );
    },
  );

  it("API-3 names the field that a person filled in", () => {
    const expected = structureOf(login.request);
    const long = "x".repeat(300);
    expect(faultIn(JSON.stringify({ email: long, password: "x" }), expected)).toEqual([
      "too_big",
      "email",
    ]);
    expect(faultIn(JSON.stringify({ email: "x", password: long }), expected)).toEqual([
      "too_big",
      "password",
    ]);
    expect(faultIn(JSON.stringify({ email: "x", [long]: 1 }), expected)).toEqual(["too_big"]);
  });

  it("API-17 stops at the first thing that is wrong, however many there are", () => {
    // Invalid JSON follows the violation: a check that reads on would report it.
    const first = '{"transcript":[{}';
    const expected = structureOf(savePodcast.request);
    expect(faultIn(`${first},{`, expected)).toEqual(["invalid_type", "transcript"]);
    expect(() => JSON.parse(`${first},{`)).toThrow(SyntaxError);
  });
});
