import fs from "node:fs";
import { createRequire } from "node:module";
import { expect, it } from "vitest";
import { takeStacks } from "./quick-react.ts";

const require = createRequire(import.meta.url);
const source = fs.readFileSync(
  require.resolve("react-dom/client").replace(/client\.js$/, "cjs/react-dom-client.production.js"),
  "utf8",
);
/** How many errors a module makes while it is evaluated. */
function countErrors(code: string): number {
  let count = 0;
  const Counted = (message?: string): Error => {
    count += 1;
    return new Error(message);
  };
  Counted.prototype = Error.prototype;
  // oxlint-disable-next-line typescript/no-implied-eval -- the package's own code, with its errors counted
  const evaluate = new Function("Error", "require", "exports", code) as (
    ...values: never[]
  ) => void;
  evaluate(...([Counted, require, {}] as never[]));
  return count;
}

it("React's client makes no error while it is evaluated", () => {
  expect(countErrors(source)).toBeGreaterThan(0);
  expect(countErrors(takeStacks(source))).toBe(0);
});

it("what takes their place is an error with the same message", () => {
  const make = (code: string): Error =>
    // oxlint-disable-next-line typescript/no-implied-eval -- two lines of code, as the transformation wrote them
    new Function("formatProdErrorMessage", `${code}; return thrown;`)(
      (number: number) => `Minified React error #${number}`,
    ) as Error;
  const taken = make(takeStacks("var thrown = Error(formatProdErrorMessage(460));"));
  expect(taken).toBeInstanceOf(Error);
  expect(taken.message).toBe(make("var thrown = Error(formatProdErrorMessage(460));").message);
  expect(String(taken)).toBe("Error: Minified React error #460");
});

it("errors that are thrown where they are made keep their stack", () => {
  const code = "    throw Error(formatProdErrorMessage(188));\n";
  expect(takeStacks(code)).toBe(code);
});
