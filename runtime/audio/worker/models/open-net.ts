import type { AsyncNet } from "../../../../audio/effect.ts";
import { createSpectralNet } from "../../../../audio/nets/spectral-net.ts";
import { answerKnownStream } from "../../../../audio/nets/studio/known-stream.ts";
import { proveNet, WrongNetError } from "../../../../audio/nets/studio/prove-net.ts";
import { MediaFault } from "../media-fault.ts";
import { processorName, verdictsOf } from "./devices.ts";
import { createModelStore } from "./model-store.ts";
import type { StoredModel } from "../protocol.ts";
import { readStoredFile } from "./read-stored-file.ts";

/** A net that is ready, until it is closed. */
export interface OpenNet extends AsyncNet {
  close(): Promise<void>;
}

/**
 * Makes a net ready that the visitor has brought onto the device. What runs it is loaded now.
 * @throws {MediaFault} where it is not there any more, not as it was, or answers wrongly on this device
 */
export async function openNet({ files, form }: StoredModel): Promise<OpenNet> {
  if (form.kind !== "spectral-stream") throw new TypeError(`No effect runs a net of ${form.kind}`);
  const { sha256 } = files.find(({ role }) => role === "graph")!;
  const bytes = await readStoredFile(createModelStore(caches), sha256);
  const { openSession } = await import("./studio-session.ts");
  const session = await openSession(bytes, 1);
  try {
    await proveNet({
      answer: () => answerKnownStream(session, form),
      known: null,
      isSame: () => true,
      verdicts: verdictsOf(sha256),
      device: processorName(1),
      now: () => performance.now(),
    });
  } catch (error) {
    await session.close();
    throw error instanceof WrongNetError ? new MediaFault("model.wrong", {}, error) : error;
  }
  return { ...createSpectralNet(session, form), close: () => session.close() };
}
