import type { AsyncNet } from "#audio/effect.ts";
import { createDeepFilter } from "#audio/nets/deep-filter/deep-filter.ts";
import { createSpectralNet } from "#audio/nets/spectral-net.ts";
import {
  type NetSessions,
  type BackendInfo,
  closeAll,
  openAllOnBestBackend,
} from "#audio/nets/studio/choose-backend.ts";
import { levelsMatch } from "#audio/nets/stems/self-test.ts";
import { measureTestStream } from "#audio/nets/studio/stream-self-test.ts";
import { verifyNet, WrongNetError } from "#audio/nets/studio/verify-net.ts";
import { createSeparationNet } from "#audio/nets/stems/separation-net.ts";
import type { MdxForm, SpectralForm } from "#core/models/forms.ts";
import { MediaFault } from "#audio/tasks/media-fault.ts";
import type { OpenNet, StoredModel } from "#audio/tasks/task.ts";
import { adapterName, overdue, processorName, verdictsOf } from "./devices.ts";
import { fileOf, openStemNet, openWith } from "./open-studio-model.ts";
import { threadsHere } from "./threads-here.ts";

type DeepFilterRole = "encoder" | "erb-decoder" | "filter-decoder";

/** Processes four seconds at a time, which is enough work for a GPU. */
async function openDeepFilter(model: StoredModel): Promise<OpenNet> {
  const threads = threadsHere();
  let runs: BackendInfo = { backend: "wasm", threads, reason: null };
  const sessions = await openAllOnBestBackend<DeepFilterRole>({
    adapter: adapterName,
    forceProcessor: false,
    processor: processorName(threads),
    async open(backend) {
      const open = (role: DeepFilterRole) => openWith(backend, fileOf(model, role), threads);
      return {
        encoder: await open("encoder"),
        "erb-decoder": await open("erb-decoder"),
        "filter-decoder": await open("filter-decoder"),
      };
    },
    measure: (all) => measureTestStream(netOf(all)),
    expected: null,
    isSame: levelsMatch,
    verdicts: verdictsOf(fileOf(model, "encoder")),
    threads,
    onBackend: (value) => (runs = value),
    now: () => performance.now(),
    timeout: overdue,
  });
  return { ...netOf(sessions), runsWith: () => runs, close: () => closeAll(sessions) };
}

const netOf = (sessions: NetSessions<DeepFilterRole>): AsyncNet =>
  createDeepFilter({
    encoder: sessions.encoder,
    bands: sessions["erb-decoder"],
    filters: sessions["filter-decoder"],
  });

/** Processes one frame at a time, which is too little work for threads or a GPU. */
async function openSpectral(model: StoredModel, form: SpectralForm): Promise<OpenNet> {
  const sha256 = fileOf(model, "graph");
  const session = await openWith("wasm", sha256, 1);
  const close = (): Promise<void> => session.close();
  try {
    await verifyNet({
      measure: () => measureTestStream(createSpectralNet(session, form)),
      expected: null,
      isSame: () => true,
      verdicts: verdictsOf(sha256),
      device: processorName(1),
      now: () => performance.now(),
    });
    const runsWith = (): BackendInfo => ({ backend: "wasm", threads: 1, reason: "small" });
    return { ...createSpectralNet(session, form), runsWith, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openSplitter(model: StoredModel, form: MdxForm): Promise<OpenNet> {
  const threads = threadsHere();
  let runs: BackendInfo = { backend: "wasm", threads, reason: null };
  const session = await openStemNet(model, {
    threads,
    processor: false,
    onBackend: (value) => (runs = value),
    onLoading: () => {},
  });
  return {
    ...createSeparationNet(session, form),
    runsWith: () => runs,
    // The worker keeps the model open for the next request.
    close: async () => {},
  };
}

/**
 * Opens a model that is stored on the device. Its runtime is loaded on demand.
 * @throws {MediaFault} if the model is missing or damaged, or gives wrong results on this device
 */
export async function openNet(model: StoredModel): Promise<OpenNet> {
  const { form } = model;
  try {
    if (form.kind === "spectral-stream") return await openSpectral(model, form);
    if (form.kind === "deep-filter") return await openDeepFilter(model);
    if (form.kind === "mdx") return await openSplitter(model, form);
  } catch (error) {
    throw error instanceof WrongNetError ? new MediaFault("model.wrong", {}, error) : error;
  }
  throw new TypeError(`No effect runs a net of ${form.kind}`);
}
