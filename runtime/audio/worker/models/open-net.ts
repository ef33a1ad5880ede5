import type { AsyncNet } from "../../../../audio/effect.ts";
import { createDeepFilter } from "../../../../audio/nets/deep-filter/deep-filter.ts";
import type { NetSession } from "../../../../audio/nets/net-session.ts";
import { createSpectralNet } from "../../../../audio/nets/spectral-net.ts";
import { answerKnownStream } from "../../../../audio/nets/studio/known-stream.ts";
import { proveNet, WrongNetError } from "../../../../audio/nets/studio/prove-net.ts";
import { MediaFault } from "../media-fault.ts";
import type { StoredModel } from "../protocol.ts";
import { processorName, verdictsOf } from "./devices.ts";
import { createModelStore } from "./model-store.ts";
import { fileOf } from "./open-studio-model.ts";
import { readStoredFile } from "./read-stored-file.ts";
import { threadsHere } from "./threads-here.ts";

/** A net that is ready, until it is closed. */
export interface OpenNet extends AsyncNet {
  close(): Promise<void>;
}

/**
 * Makes a net ready that the visitor has brought onto the device. What runs it is loaded now.
 * @throws {MediaFault} where it is not there any more, not as it was, or answers wrongly on this device
 */
export async function openNet(model: StoredModel): Promise<OpenNet> {
  const { form } = model;
  // A frame at once is too little for threads, four seconds are enough.
  const threads = form.kind === "deep-filter" ? threadsHere() : 1;
  const sessions: NetSession[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(sessions.map((session) => session.close()));
  };
  const { openSession } = await import("./studio-session.ts");
  const open = async (role: string): Promise<NetSession> => {
    const bytes = await readStoredFile(createModelStore(caches), fileOf(model, role));
    const session = await openSession(bytes, threads);
    sessions.push(session);
    return session;
  };
  /** One that knows nothing yet. */
  async function createNet(): Promise<() => AsyncNet> {
    if (form.kind === "spectral-stream") {
      const session = await open("graph");
      return () => createSpectralNet(session, form);
    }
    if (form.kind !== "deep-filter") throw new TypeError(`No effect runs a net of ${form.kind}`);
    const encoder = await open("encoder");
    const bands = await open("erb-decoder");
    const filters = await open("filter-decoder");
    return () => createDeepFilter({ encoder, bands, filters });
  }
  try {
    const create = await createNet();
    await proveNet({
      answer: () => answerKnownStream(create()),
      known: null,
      isSame: () => true,
      verdicts: verdictsOf(model.files[0]!.sha256),
      device: processorName(threads),
      now: () => performance.now(),
    });
    return { ...create(), close };
  } catch (error) {
    await close();
    throw error instanceof WrongNetError ? new MediaFault("model.wrong", {}, error) : error;
  }
}
