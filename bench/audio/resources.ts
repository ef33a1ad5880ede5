import { readFile } from "node:fs/promises";
import { join } from "node:path";

import type { Resources } from "#audio/effect.ts";

/** Weights for effects that run in Node. */
export const createResources = (root: string): Resources => ({
  async bytes(name) {
    return new Uint8Array(await readFile(join(root, "audio/nets/weights", name))).buffer;
  },
});
