import type { Effect } from "../../audio/effect.ts";

const FOLDER = "../../audio/effects/";
const modules = import.meta.glob<{ readonly default: Effect }>([
  "../../audio/effects/*.ts",
  "!../../audio/effects/*.test.ts",
]);

/** Whether the site has an effect; every file of `audio/effects` is one. */
export const hasEffect = (id: string): boolean => `${FOLDER}${id}.ts` in modules;

/** Loads an effect, for its parameters; the work is done in workers. */
export async function loadEffect(id: string): Promise<Effect> {
  const load = modules[`${FOLDER}${id}.ts`];
  if (!load) throw new Error(`audio/effects/${id}.ts does not exist`);
  return (await load()).default;
}
