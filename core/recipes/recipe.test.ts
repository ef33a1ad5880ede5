import { describe, expect, it } from "vitest";
import { createSeededRandom } from "../random.ts";
import {
  linkToRecipe,
  readRecipe,
  type Recipe,
  recipeFileName,
  recipeOfFragment,
  writeRecipe,
} from "./recipe.ts";

const RECIPE: Recipe = {
  kind: "recipe",
  version: 1,
  name: "Talks – 話 & more",
  steps: [
    { effect: "denoise", values: { strength: 80 }, model: "gtcrn" },
    { effect: "trim", values: { ranges: [[0, 1.5]], curve: "smooth", deess: true } },
  ],
  output: { format: "mp3" },
};
const PAGE = "https://example.com/de/noise-remover?a=1#earlier";

const kindsOf = (value: unknown): unknown =>
  readRecipe(JSON.stringify(value)).problems?.map(({ kind, step, name }) => [kind, step, name]);

describe("TLS-17 a recipe", () => {
  it("travels in a file and in a link, unchanged", () => {
    expect(readRecipe(writeRecipe(RECIPE)).recipe).toEqual(RECIPE);
    const link = linkToRecipe(PAGE, RECIPE)!;
    expect(link).toMatch(/^https:\/\/example\.com\/de\/noise-remover\?a=1#recipe=[\w%.~-]+$/);
    expect(recipeOfFragment(new URL(link).hash)!.recipe).toEqual(RECIPE);
    expect(recipeFileName({ ...RECIPE, name: "a/b: c.mp3" })).toBe("ab cmp3.recipe.json");
    expect(recipeFileName({ ...RECIPE, name: "..." })).toBe("recipe.recipe.json");
  });

  it("is in a link without characters at which messengers end it", () => {
    const recipe = { ...RECIPE, name: "Bob's (new) *talk*!" };
    const link = linkToRecipe(PAGE, recipe)!;
    expect(link).toMatch(/^[\w%.~#/:?=-]+$/);
    expect(recipeOfFragment(new URL(link).hash)!.recipe).toEqual(recipe);
  });

  it("is no part of a link that would be too long, and of no other fragment", () => {
    const ranges = Array.from({ length: 900 }, (_, at): [number, number] => [at, at + 0.123456]);
    const long = { ...RECIPE, steps: [{ effect: "trim", values: { ranges } }] };
    expect(linkToRecipe(PAGE, long)).toBeNull();
    expect(readRecipe(writeRecipe(long)).recipe).toEqual(long);
    const fragment = `#recipe=${encodeURIComponent(JSON.stringify(long))}`;
    expect(recipeOfFragment(fragment)!.problems).toMatchObject([{ kind: "size" }]);
    expect(recipeOfFragment(`#recipe=${"%F0".repeat(99_000)}`)!.problems).toMatchObject([
      { kind: "size" },
    ]);
    for (const other of ["", "#", "#mix=3&rain=1", "#recipes=1"])
      expect(recipeOfFragment(other)).toBeNull();
    for (const broken of ["#recipe=", "#recipe=%", "#recipe=%ff", "#recipe={", "#recipe=a&b"])
      expect(recipeOfFragment(broken)!.problems).toMatchObject([{ kind: "json" }]);
  });

  it.each<[unknown, unknown]>([
    [null, [["kind", null, ""]]],
    [[], [["kind", null, ""]]],
    [{ kind: "voice-profile" }, [["kind", null, ""]]],
    [{ ...RECIPE, version: 2, more: true }, [["version", null, ""]]],
    [{ ...RECIPE, version: 0 }, [["shape", null, "version"]]],
    [{ ...RECIPE, author: "me" }, [["key", null, "author"]]],
    [{ ...RECIPE, name: "\u001b[2J" }, [["shape", null, "name"]]],
    [{ ...RECIPE, steps: [] }, [["shape", null, "steps"]]],
    [{ ...RECIPE, steps: Array(21).fill(RECIPE.steps[0]) }, [["shape", null, "steps"]]],
    [{ ...RECIPE, output: { format: "../x" } }, [["shape", null, "format"]]],
    [
      { ...RECIPE, steps: [RECIPE.steps[0], { effect: "../trim", values: {} }] },
      [["shape", 2, "effect"]],
    ],
    [{ ...RECIPE, steps: [{ effect: "trim", values: {}, url: "" }] }, [["key", 1, "url"]]],
    [{ ...RECIPE, steps: [{ effect: "trim" }] }, [["shape", 1, "values"]]],
    [{ ...RECIPE, steps: [{ effect: "trim", values: { a: {} } }] }, [["shape", 1, "a"]]],
  ])("is not %j", (value, problems) => {
    expect(kindsOf(value)).toEqual(problems);
  });

  it("with any part replaced or cut off is read as it is or rejected, and never throws", () => {
    const random = createSeededRandom(11);
    const text = writeRecipe(RECIPE);
    const parts = ["1e999", "null", '"__proto__":{"a":1},', "{", "]", "\u0000", "-1", '"', ",,"];
    let rejected = 0;
    for (let round = 0; round < 2000; round++) {
      const from = Math.floor(random() * text.length);
      const to = from + Math.floor(random() * 12);
      const part = parts[Math.floor(random() * parts.length)]!;
      const source = text.slice(0, from) + part + (random() < 0.1 ? "" : text.slice(to));
      const { recipe, problems } = readRecipe(source);
      if (recipe) expect(readRecipe(writeRecipe(recipe)).recipe).toEqual(recipe);
      else {
        expect(problems!.length).toBeGreaterThan(0);
        rejected++;
      }
    }
    expect(rejected).toBeGreaterThan(1000);
    expect(({} as Record<string, unknown>)["a"]).toBeUndefined();
  });
});
