import { availableParallelism } from "node:os";
import type { NetSession } from "#audio/nets/net-session.ts";
import { openStemSession } from "#audio/nets/stems/stem-session.ts";
import type { BackendInfo } from "#audio/nets/studio/choose-backend.ts";
import { isFiniteAndAudible } from "#audio/nets/studio/verify-net.ts";
import { MediaFault } from "#audio/tasks/media-fault.ts";
import type { OpenStemNet } from "#audio/tasks/open-separation.ts";
import type { OpenNet, StoredModel } from "#audio/tasks/task.ts";
import { type StemsForm, isEffectForm, stemRoles } from "#core/models/forms.ts";
import { type OpenGraph, openEffectGraphs, openEffectNet } from "../nets/open-effect-net.ts";
import { openStems, passesSelfTest } from "../nets/open-stems.ts";

/** Paths of the verified files of a model, by role. @throws if the model is not at hand */
export type ModelFiles = (model: StoredModel) => Promise<Readonly<Record<string, string>>>;

/** More threads do not make ONNX Runtime's WebAssembly faster. */
const MAX_THREADS = 8;

/** An inference server, whose threads are not known. */
const ELSEWHERE: BackendInfo = { backend: "server", threads: 0, reason: null };

/**
 * Opens models for tasks. Each must pass its self-test before it is used; those that `openGraph`
 * opens have been proven before.
 */
export function createNodeNets(modelFiles: ModelFiles | undefined, openGraph?: OpenGraph) {
  const sessions: NetSession[] = [];
  const threads = Math.min(MAX_THREADS, availableParallelism());
  const runs: BackendInfo = { backend: "wasm", threads, reason: "no-adapter" };
  const filesOf: ModelFiles = async (model) => {
    if (!modelFiles) throw new MediaFault("model.missing");
    return modelFiles(model);
  };
  const openForEffect = async (model: StoredModel): Promise<OpenNet> => {
    const { form } = model;
    if (!isEffectForm(form)) throw new TypeError(`No effect runs a net of ${form.kind}`);
    if (openGraph) {
      const { net, close } = await openEffectGraphs(form, openGraph);
      return { ...net, runsWith: () => ELSEWHERE, close };
    }
    const files = await filesOf(model);
    const { net, measure, close } = await openEffectNet({ form, files, threads });
    if (!isFiniteAndAudible(await measure())) {
      await close();
      throw new MediaFault("model.wrong");
    }
    return { ...net, runsWith: () => runs, close };
  };
  const openForSeparation: OpenStemNet = async (model, { onBackend, onLoading }) => {
    const form = model.form as StemsForm;
    if (openGraph) {
      onBackend(ELSEWHERE);
      return await openStemSession(form, openGraph);
    }
    const files = await filesOf(model);
    onLoading(0);
    const session = await openStems({ form, files }, threads);
    sessions.push(session);
    const graph = model.files.find(({ role }) => role === stemRoles(form)[0])!;
    if (!(await passesSelfTest(session, form, graph.sha256))) throw new MediaFault("model.wrong");
    onLoading(1);
    onBackend(runs);
    return session;
  };
  return {
    openForEffect,
    openForSeparation,
    /** Ends runs of separation models that are in progress. */
    async close(): Promise<void> {
      await Promise.all(sessions.map((session) => session.close()));
    },
  };
}
