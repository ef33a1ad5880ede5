import type { NetSession } from "#audio/nets/net-session.ts";
import {
  type Backend,
  type BackendInfo,
  openOnBestBackend,
} from "#audio/nets/studio/choose-backend.ts";
import { openStemSession } from "#audio/nets/stems/stem-session.ts";
import { measureTestSound, levelsMatch, expectedLevels } from "#audio/nets/stems/self-test.ts";
import {
  measureTestSpeech,
  speechLevelsMatch,
  expectedSpeechLevels,
} from "#audio/nets/studio/speech-self-test.ts";
import { verifyNet, WrongNetError } from "#audio/nets/studio/verify-net.ts";
import { type SpeechNet, createSpeechNet } from "#audio/nets/studio/transcribe.ts";
import { type StemsForm, type SpeechForm, stemRoles } from "#core/models/forms.ts";
import { MediaFault } from "#audio/tasks/media-fault.ts";
import type { StoredModel } from "#audio/tasks/task.ts";
import { adapterName, overdue, processorName, verdictsOf } from "./devices.ts";
import { createModelStore } from "./model-store.ts";
import { readStoredFile } from "./read-stored-file.ts";

export interface OpenOptions {
  /** CPU threads. */
  readonly threads: number;
  /** Forces the CPU, even if there is a GPU. */
  readonly processor: boolean;
  readonly onBackend: (runs: BackendInfo) => void;
  /** @param share fraction of the bytes that have been read, from 0 to 1 */
  readonly onLoading: (share: number) => void;
}

/** SHA-256 of the file with a role. */
export const fileOf = ({ files }: StoredModel, role: string): string =>
  files.find((file) => file.role === role)!.sha256;

/** @param sha256 digest of a graph on the device */
export async function openWith(
  backend: Backend,
  sha256: string,
  threads: number,
): Promise<NetSession> {
  const bytes = await readStoredFile(createModelStore(caches), sha256);
  if (backend === "wasm") {
    const { openSession } = await import("./studio-session.ts");
    return openSession(bytes, threads);
  }
  const { openGpuSession } = await import("./gpu-session.ts");
  return openGpuSession(bytes);
}

/** Opens a model that separates stems, on the GPU if the GPU passed the test. */
async function openStems(
  model: StoredModel,
  form: StemsForm,
  { threads, processor, onBackend, onLoading }: OpenOptions,
): Promise<NetSession> {
  const sha256 = fileOf(model, stemRoles(form)[0]!);
  onLoading(0);
  const session = await openOnBestBackend({
    adapter: adapterName,
    forceProcessor: processor,
    processor: processorName(threads),
    open: (backend) =>
      openStemSession(form, (role) => openWith(backend, fileOf(model, role), threads)),
    measure: (net) => measureTestSound(net, form),
    expected: expectedLevels(sha256),
    isSame: levelsMatch,
    verdicts: verdictsOf(sha256),
    threads,
    onBackend,
    now: () => performance.now(),
    timeout: overdue,
  });
  onLoading(1);
  return session;
}

/**
 * Opens a speech recognition model on the CPU; it is quantized to integers, which a GPU does not
 * speed up.
 */
async function openSpeech(
  model: StoredModel,
  form: SpeechForm,
  { threads, onBackend, onLoading }: OpenOptions,
): Promise<SpeechNet> {
  onLoading(0);
  const encoderFile = fileOf(model, "encoder");
  const written = fileOf(model, "decoder");
  const encoder = await openWith("wasm", encoderFile, threads);
  onLoading(0.3);
  const decoder = await openWith("wasm", written, threads);
  const text = await readStoredFile(createModelStore(caches), fileOf(model, "vocabulary"));
  const net = createSpeechNet(form, { encoder, decoder }, new TextDecoder().decode(text));
  try {
    await verifyNet({
      measure: () => measureTestSpeech(net),
      expected: expectedSpeechLevels(encoderFile, written),
      isSame: speechLevelsMatch,
      verdicts: verdictsOf(`${encoderFile}-${written}`),
      device: processorName(threads),
      now: () => performance.now(),
    });
  } catch (error) {
    await Promise.all([encoder.close(), decoder.close()]);
    throw error;
  }
  onLoading(1);
  onBackend({ backend: "wasm", threads, reason: "small" });
  return net;
}

/**
 * Caches open models: each is opened once in a worker and shared by all panels.
 * @throws {MediaFault} model.wrong if the model fails the test signal on this device
 */
export function once<T>(open: (model: StoredModel, options: OpenOptions) => Promise<T>) {
  let cached: {
    readonly key: string;
    readonly net: Promise<T>;
    runs: BackendInfo | null;
    /** Callback of the most recent request: a GPU may fail during any request. */
    onBackend: OpenOptions["onBackend"];
  } | null = null;
  return async (model: StoredModel, options: OpenOptions): Promise<T> => {
    const key = JSON.stringify([model, options.processor]);
    if (cached?.key === key) {
      const known = cached;
      known.onBackend = options.onBackend;
      const net = await known.net;
      if (known.runs) options.onBackend(known.runs);
      return net;
    }
    const reportBackend = (runs: BackendInfo): void => {
      entry.runs = runs;
      entry.onBackend(runs);
    };
    const entry: NonNullable<typeof cached> = {
      key,
      runs: null,
      onBackend: options.onBackend,
      net: Promise.resolve().then(() => open(model, { ...options, onBackend: reportBackend })),
    };
    cached = entry;
    try {
      return await entry.net;
    } catch (error) {
      cached = null;
      throw error instanceof WrongNetError ? new MediaFault("model.wrong", {}, error) : error;
    }
  };
}

export const openStemNet = once<NetSession>((model, options) =>
  openStems(model, model.form as StemsForm, options),
);
export const openSpeechNet = once<SpeechNet>((model, options) =>
  openSpeech(model, model.form as SpeechForm, options),
);
