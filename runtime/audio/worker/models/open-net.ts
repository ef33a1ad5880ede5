import type { AsyncNet } from "../../../../audio/effect.ts";
import { createSpectralNet } from "../../../../audio/nets/spectral-net.ts";
import { createModelStore } from "./model-store.ts";
import type { StoredModel } from "../protocol.ts";
import { readStoredFile } from "./read-stored-file.ts";

/** A net that is ready, until it is closed. */
export interface OpenNet extends AsyncNet {
  close(): Promise<void>;
}

/**
 * Makes a net ready that the visitor has brought onto the device. What runs it is loaded now.
 * @throws {MediaFault} where it is not there any more, or not as it was
 */
export async function openNet({ files, form }: StoredModel): Promise<OpenNet> {
  if (form.kind !== "spectral-stream") throw new TypeError(`No effect runs a net of ${form.kind}`);
  const { sha256 } = files.find(({ role }) => role === "graph")!;
  const bytes = await readStoredFile(createModelStore(caches), sha256);
  const { openSession } = await import("./studio-session.ts");
  const session = await openSession(bytes, 1);
  return { ...createSpectralNet(session, form), close: () => session.close() };
}
