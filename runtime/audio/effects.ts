import type { Effect } from "#audio/effect.ts";

declare global {
  interface ImportMeta {
    /** Filled in by the bundler. */
    glob<T>(pattern: string | readonly string[]): Readonly<Record<string, () => Promise<T>>>;
  }
}

const FOLDER = "../../audio/effects/";
const modules = import.meta.glob<{ readonly default: Effect }>([
  "../../audio/effects/*.ts",
  "!../../audio/effects/*.test.ts",
]);

/** Loads an effect for its parameters; processing happens in workers. */
export async function loadEffect(id: string): Promise<Effect> {
  const load = modules[`${FOLDER}${id}.ts`];
  if (!load) throw new Error(`audio/effects/${id}.ts does not exist`);
  return (await load()).default;
}
