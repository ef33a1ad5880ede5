import path from "node:path";
import type { Config } from "#core/site/config.ts";
import type { Log } from "#server/deps/log.ts";
import type { Metrics } from "#server/deps/metrics.ts";
import { studioThreads } from "../audio/studio/run-studio.ts";
import { STORE_FOLDER, chooseModels, folderOf } from "../models/choose-models.ts";
import { modelFiles } from "../models/model-files.ts";
import { loadLock, loadRegistry } from "../models/registry.ts";
import { type EndpointPool, type PooledEndpoint, createEndpointPool } from "./endpoint-pool.ts";
import type { InferenceEndpoint } from "./inference-endpoint.ts";
import { type InferenceModel, inferenceModelOf } from "./inference-model.ts";
import { type ModelProofs, createModelProofs, proveAll, watchProofs } from "./model-proofs.ts";
import { openEndpoint } from "./open-endpoint.ts";
import { proveModel } from "./prove-model.ts";

export interface InferenceDeps {
  readonly root: string;
  readonly home: string;
  readonly config: Config;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly log: Log;
  readonly metrics: Metrics;
  /** Ends the proofs. */
  readonly signal: AbortSignal;
}

export type Inference = EndpointPool & {
  /** Whether a model runs on the servers, whether or not one of them is well. */
  readonly runs: (id: string) => boolean;
};

type ProvableModel = InferenceModel & { readonly files: Readonly<Record<string, string>> };

/**
 * Opens the inference servers of `jobs.inference`. Each has to prove its models first; those that
 * fail, for example because the server is not up yet, are tried again, and proofs are repeated.
 * @throws {ToolkitError} if a model cannot run on servers, or its files are not on this machine
 */
export async function openInference(deps: InferenceDeps): Promise<Inference> {
  const { config, env, log, metrics, signal } = deps;
  const servers = config.jobs.inference;
  const models = await provableModels(deps, [...new Set(servers.flatMap((one) => one.models))]);
  const endpoints = servers.map((server) => openEndpoint(server, env));
  const proofs = endpoints.map((endpoint, at) =>
    proofsOf(endpoint, servers[at]!.models, { models, log, signal }),
  );
  await proveAll(proofs);
  for (const one of proofs) void watchProofs(one, { log, signal });
  const pooled = servers.map(({ weight, requests }, at): PooledEndpoint => ({
    endpoint: endpoints[at]!,
    weight,
    requests,
    proofs: proofs[at]!,
  }));
  return {
    ...createEndpointPool(pooled, { clock: Date.now, log, metrics }),
    runs: (id) => models.has(id),
  };
}

function proofsOf(
  endpoint: InferenceEndpoint,
  ids: readonly string[],
  {
    models,
    log,
    signal,
  }: Pick<InferenceDeps, "log" | "signal"> & {
    readonly models: ReadonlyMap<string, ProvableModel>;
  },
): ModelProofs {
  return createModelProofs(ids, {
    prove(id) {
      const { files, ...model } = models.get(id)!;
      return proveModel({ endpoint, model, files, threads: studioThreads(), signal });
    },
    async readVersion(id) {
      const { graphs } = models.get(id)!;
      const read = graphs.map(({ name }) => endpoint.readMetadata(name, signal));
      const versions = (await Promise.all(read)).map((one) => [one.platform, one.versions]);
      return JSON.stringify(versions);
    },
    clock: Date.now,
    log,
    url: endpoint.url,
    signal,
  });
}

/** @throws {ToolkitError} MODEL_UNKNOWN, MODEL_NOT_SOLD, MODEL_NO_SERVER, and what `modelFiles` throws */
async function provableModels(
  { root, home, config }: InferenceDeps,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ProvableModel>> {
  const models = new Map<string, ProvableModel>();
  if (ids.length === 0) return models;
  const lock = loadLock(root, home);
  for (const model of chooseModels(loadRegistry(root, home), ids, () => false)) {
    const provable = inferenceModelOf(model);
    const folder = folderOf(root, undefined, config);
    const { files } = await modelFiles(model, lock, folder).catch(() =>
      modelFiles(model, lock, path.join(root, STORE_FOLDER)),
    );
    models.set(model.id, { ...provable, files });
  }
  return models;
}
