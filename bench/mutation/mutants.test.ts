import { describe, expect, it } from "vitest";
import { applyMutant, drawMutants, lineOf, mutantsOf } from "./mutants.ts";

const mutationsOf = (source: string): string[] =>
  mutantsOf("a.ts", source).map((mutant) => applyMutant(source, mutant));

describe("mutants", () => {
  it.each([
    ["x = a < b;", "x = a <= b;"],
    ["x = a >= b;", "x = a > b;"],
    ["x = (a) /* - */ - (b);", "x = (a) /* - */ + (b);"],
    ["x = a && b;", "x = a || b;"],
    ["if (a) b();", "if (!(a)) b();"],
    ["x = a ? b : c;", "x = !(a) ? b : c;"],
    ["const f = () => { return a; };", "const f = () => { return undefined; };"],
  ])("of %s", (source, mutated) => {
    expect(mutationsOf(source)).toEqual([mutated]);
  });

  it("leave types, strings and other operators as they are", () => {
    expect(mutationsOf('type A = B & C; const x: A<B> = "a < b"; y = a ?? b; z = a % b;')).toEqual(
      [],
    );
  });

  it("of nested expressions each change one of them", () => {
    expect(mutationsOf("x = a + b * c;")).toEqual(["x = a - b * c;", "x = a + b / c;"]);
  });

  it("are drawn without repetition, and have their lines", () => {
    const source = "x = a + b;\ny = a - b;\nz = a * b;";
    const all = mutantsOf("a.ts", source);
    expect(all.map((mutant) => lineOf(source, mutant))).toEqual([1, 2, 3]);
    let draws = 0;
    const drawn = drawMutants(all, 2, () => (draws++ * 0.37) % 1);
    expect(drawn).toHaveLength(2);
    expect(new Set(drawn).size).toBe(2);
    expect(new Set(drawMutants(all, 9, () => 0))).toEqual(new Set(all));
  });
});
