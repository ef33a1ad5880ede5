import { LAYERS } from "#audio/soundscape/scape.ts";
import { type ScapeSetup, setupFrom } from "./setup.ts";

/** What is heard: the part of the settings that a link carries. */
export type Mix = Pick<ScapeSetup, "seed" | "layers" | "binaural">;

/**
 * Address of a page with a mix in its fragment, which browsers do not send to the server:
 * `#mix=<seed>&rain=<dB>,<pan>,<movement>,<character>,<surface>`.
 */
export function linkToMix(page: string, { seed, layers, binaural }: Mix): string {
  const parts = new URLSearchParams({ mix: String(seed) });
  if (binaural) parts.set("binaural", "1");
  for (const name of LAYERS) {
    const { on, level, pan, movement, character, surface } = layers[name];
    const numbers = [level, pan, movement, character].map((value) => Number(value.toFixed(2)));
    if (on) parts.set(name, [...numbers, surface].join(","));
  }
  const address = new URL(page);
  address.hash = parts.toString();
  return address.href;
}

/** The mix of a fragment (`#…`), with values within their ranges; null if it has none. */
export function mixFrom(fragment: string): Mix | null {
  const parts = new URLSearchParams(fragment.replace(/^#/, ""));
  const seed = parts.get("mix");
  if (seed === null) return null;
  const layers = LAYERS.map((name) => {
    const values = parts.get(name)?.split(",") ?? [];
    const [level, pan, movement, character] = values.map(Number);
    const given = { level, pan, movement, character, surface: values[4] };
    const known = Object.entries(given).filter(([, value]) => value !== undefined);
    return [name, { on: values.length > 0, ...Object.fromEntries(known) }] as const;
  });
  if (!layers.some(([, { on }]) => on)) return null;
  const setup = setupFrom({
    seed: Number(seed),
    binaural: parts.has("binaural"),
    layers: Object.fromEntries(layers),
  });
  return { seed: setup.seed, layers: setup.layers, binaural: setup.binaural };
}
