import type { Resources } from "#audio/effect.ts";
import { CHECKSUMS } from "#audio/nets/checksums.ts";
import { loadModel } from "./load-model.ts";

const WEIGHTS = "../../../../audio/nets/weights/";
const weights = import.meta.glob<string>(
  ["../../../../audio/nets/weights/*", "!../../../../audio/nets/weights/*.md"],
  { eager: true, query: "?url", import: "default" },
);

const digest = (data: BufferSource): Promise<ArrayBuffer> => crypto.subtle.digest("SHA-256", data);

/** Resources of effects: files of this site with digests in their names. */
export const resources: Resources = {
  async bytes(name) {
    const url = weights[WEIGHTS + name];
    const sha256 = CHECKSUMS[name];
    if (url === undefined) throw new Error(`audio/nets/weights/${name} does not exist`);
    if (sha256 === undefined) throw new Error(`audio/nets/checksums.ts does not have ${name}`);
    return loadModel(url, {
      sha256,
      fetch: (address, init) => fetch(address, init),
      digest: isSecureContext ? digest : null,
    });
  },
};
