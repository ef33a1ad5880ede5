import type { Plugin } from "vite";

const MODULE = /[\\/]react-dom[\\/]cjs[\\/]react-dom-client\.production\.js$/;
const THROWN_LATER = /^((?:var )?[ \t]*\w+ = )Error\((formatProdErrorMessage\(\d+\))\)(?=[,;]$)/gm;

/**
 * React makes some errors while its module is evaluated, to throw them later. Where somebody looks
 * on (developer tools, Lighthouse, a test), the browser notes the stack of each, and reads the whole
 * script again to know its lines: four fifths of the time that the evaluation takes. The errors are
 * known by what they are, and nobody reads where they were made: the same without a stack.
 */
export const takeStacks = (code: string): string =>
  code.replace(
    THROWN_LATER,
    "$1Object.create(Error.prototype, { message: { value: $2, writable: true, configurable: true } })",
  );

/** Applies {@link takeStacks} to React's client. */
export const quickReact = (): Plugin => ({
  name: "toolkit:quick-react",
  enforce: "pre",
  transform: {
    filter: { id: MODULE },
    handler: (code) => ({ code: takeStacks(code), map: null }),
  },
});
