import type { Plugin } from "vite";

const MODULE = /[\\/]react-dom[\\/]cjs[\\/]react-dom-client\.production\.js$/;
const THROWN_LATER = /^((?:var )?[ \t]*\w+ = )Error\((formatProdErrorMessage\(\d+\))\)(?=[,;]$)/gm;

/**
 * React creates some errors while its module is evaluated, to throw them later. When the browser is
 * being
 * inspected (developer tools, Lighthouse, a test), it captures the stack of each error and reads
 * the whole
 * script again to compute line numbers: four fifths of the evaluation time. Nothing uses the stacks
 * of
 * these errors, so they are created without one.
 */
export const takeStacks = (code: string): string =>
  code.replace(
    THROWN_LATER,
    "$1Object.create(Error.prototype, { message: { value: $2, writable: true, configurable: true } })",
  );

export const quickReact = (): Plugin => ({
  name: "toolkit:quick-react",
  enforce: "pre",
  transform: {
    filter: { id: MODULE },
    handler: (code) => ({ code: takeStacks(code), map: null }),
  },
});
