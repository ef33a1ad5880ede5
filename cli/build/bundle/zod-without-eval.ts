import type { Plugin } from "vite";

/**
 * Tells zod not to compile its schemas with `Function`. The site's content security policy forbids that; zod
 * would try it all the same, and Firefox reports the refusal as an error.
 */
export const zodWithoutEval = (): Plugin => ({
  name: "toolkit:zod-without-eval",
  transform: {
    filter: { id: /[\\/]zod[\\/]v4[\\/]core[\\/]core\.js$/ },
    handler: (code) => ({ code: `${code}\nglobalConfig.jitless = true;\n`, map: null }),
  },
});
