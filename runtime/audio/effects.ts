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

/** Loads an effect for its parameters; null if there is none with this id. */
export async function findEffect(id: string): Promise<Effect | null> {
  const load = Object.hasOwn(modules, `${FOLDER}${id}.ts`) ? modules[`${FOLDER}${id}.ts`] : null;
  return load ? (await load()).default : null;
}

/** Loads an effect for its parameters; processing happens in workers. */
export async function loadEffect(id: string): Promise<Effect> {
  const effect = await findEffect(id);
  if (!effect) throw new Error(`audio/effects/${id}.ts does not exist`);
  return effect;
}
