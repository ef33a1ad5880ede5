import type { AsyncNet } from "../../../../audio/effect.ts";
import { createSpectralNet } from "../../../../audio/nets/spectral-net.ts";
import { hexOf } from "../../../../core/crypto/hex.ts";
import { MediaFault } from "../media-fault.ts";
import { createModelStore } from "./model-store.ts";
import type { StoredModel } from "../protocol.ts";

/** A net that is ready, until it is closed. */
export interface OpenNet extends AsyncNet {
  close(): Promise<void>;
}

/**
 * Makes a net ready that the visitor has brought onto the device. What runs it is loaded now.
 * @throws {MediaFault} where it is not there any more, or not as it was
 */
export async function openNet({ sha256, form }: StoredModel): Promise<OpenNet> {
  const store = createModelStore(caches);
  const bytes = await (await store.read(sha256)).arrayBuffer();
  if (bytes.byteLength === 0) throw new MediaFault("model.missing");
  if (hexOf(await crypto.subtle.digest("SHA-256", bytes)) !== sha256) {
    await store.remove(sha256);
    throw new MediaFault("model.damaged");
  }
  const { openSession } = await import("./studio-session.ts");
  const session = await openSession(bytes);
  return { ...createSpectralNet(session, form), close: () => session.close() };
}
