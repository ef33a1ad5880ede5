import { hexOf } from "#core/crypto/hex.ts";
import { MediaFault } from "#audio/tasks/media-fault.ts";
import type { ModelStore } from "./model-store.ts";

/**
 * Reads a model file that is stored on the device.
 * @throws {MediaFault} model.missing; model.damaged, after which the file is deleted
 */
export async function readStoredFile(store: ModelStore, sha256: string): Promise<ArrayBuffer> {
  const bytes = await (await store.read(sha256)).arrayBuffer();
  if (bytes.byteLength === 0) throw new MediaFault("model.missing");
  if (hexOf(await crypto.subtle.digest("SHA-256", bytes)) === sha256) return bytes;
  await store.remove(sha256);
  throw new MediaFault("model.damaged");
}
