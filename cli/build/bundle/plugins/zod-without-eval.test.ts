import path from "node:path";
import vm from "node:vm";
import { type Rolldown, build } from "vite";
import { expect, it } from "vitest";
import { zodWithoutEval } from "./zod-without-eval.ts";

const ENTRY = "\0entry";
const CODE = `import { z } from "zod";
const shape = z.object({ name: z.string() });
globalThis.accepts = (value) => shape.safeParse(value).success;`;

/** Bundles code that reads an object with zod. */
async function bundle(plugins: readonly ReturnType<typeof zodWithoutEval>[]): Promise<string> {
  const { output } = (await build({
    configFile: false,
    logLevel: "silent",
    root: path.resolve(import.meta.dirname, "../../../.."),
    plugins: [
      ...plugins,
      {
        name: "entry",
        resolveId: (id) => (id === ENTRY ? id : null),
        load: (id) => (id === ENTRY ? CODE : null),
      },
    ],
    build: { write: false, rolldownOptions: { input: ENTRY, output: { format: "iife" } } },
  })) as Rolldown.RolldownOutput;
  return output[0].code;
}

/** How often code tries to evaluate a string while it reads objects. */
function countEvaluations(code: string): number {
  let count = 0;
  function Refusing(): never {
    count += 1;
    throw new EvalError("The policy forbids it");
  }
  const context = vm.createContext({ Function: Refusing }) as {
    accepts: (value: unknown) => boolean;
  };
  vm.runInContext(code, context);
  expect([context.accepts({ name: "Ada" }), context.accepts({ name: 1 })]).toEqual([true, false]);
  return count;
}

it("zod evaluates no string in the site's bundle", async () => {
  expect(countEvaluations(await bundle([]))).toBeGreaterThan(0);
  expect(countEvaluations(await bundle([zodWithoutEval()]))).toBe(0);
});
