import type { Plugin } from "vite";

/**
 * Prevents zod from compiling its schemas with `Function`. The site's content security policy
 * forbids
 * `Function`; zod would try it anyway, and Firefox reports the violation as an error.
 */
export const zodWithoutEval = (): Plugin => ({
  name: "toolkit:zod-without-eval",
  transform: {
    filter: { id: /[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/ },
    handler: (code) => ({ code: `${code}\nglobalConfig.jitless = true;\n`, map: null }),
  },
});
