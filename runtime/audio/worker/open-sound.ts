import { openMix } from "./open-mix.ts";
import type { Source } from "./open-source.ts";
import { openSource } from "./open-source.ts";
import type { Sound } from "./protocol.ts";

/** Opens a file, or what an edit sounds like, for reading. */
export const openSound = async (sound: Sound): Promise<Source> =>
  sound instanceof Blob ? openSource(sound) : (await openMix(sound, openSource)).source;
