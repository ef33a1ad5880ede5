import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Resources } from "#audio/effect.ts";

/** Weights of effects, from the program's own folder. @param home folder of the program */
export const createResources = (home: string): Resources => ({
  async bytes(name) {
    const { buffer, byteOffset, byteLength } = await readFile(
      path.join(home, "audio/nets/weights", name),
    );
    return buffer.slice(byteOffset, byteOffset + byteLength);
  },
});
