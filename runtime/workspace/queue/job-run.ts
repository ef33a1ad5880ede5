import { ApiError } from "../../services/api/api-error.ts";
import { FaultError, type Fault } from "../../contract/fault.ts";
import type { ByteSink } from "../session/bytes/byte-sink.ts";
import type { Credits, Reservation } from "./credits.ts";
import type { Session } from "../session/session.ts";
import type { StoredJob, StoredResult } from "../session/stored.ts";
import type { JobOutput, JobProgress, JobRunner, JobSink } from "../../contract/job-runner.ts";
import { sanitizeName } from "../session/file-names.ts";
import type { Hosted, HostedCall } from "../../contract/hosted.ts";
import type { DeliverModel } from "./deliver-model.ts";
import { reportWaits } from "./report-waits.ts";
import type { JobEngine } from "../../contract/job-engine.ts";
import type {
  OpenServerEngine,
  ServerEngine,
  ServerTaskState,
} from "../../contract/server-tasks.ts";
import { openServers } from "./servers/open-servers.ts";
import type { Links } from "../../contract/links.ts";
import type { JsonObject } from "../../contract/json.ts";

export interface RunDeps {
  readonly session: Pick<Session, "bytes" | "newId">;
  readonly openFile: (id: string) => Promise<File>;
  readonly loadRunner: (panel: string) => Promise<JobRunner<JsonObject>>;
  readonly credits: Pick<Credits, "reserve" | "close">;
  /** Id of the account that is signed in; null if none is. */
  readonly account: () => string | null;
  readonly links: Links;
  readonly hosted: Hosted;
  /** The engine of the device. */
  readonly openEngine: () => Promise<JobEngine>;
  readonly openServerEngine: OpenServerEngine;
  /** Missing: jobs find their models on the device. */
  readonly deliverModel?: DeliverModel;
  /** Computes a digest of files, so that the same input is charged once (USR-10). */
  readonly hashInput: (files: readonly Blob[], signal: AbortSignal) => Promise<string>;
  readonly describeError: (error: unknown) => Fault;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

export type Outcome =
  | {
      readonly state: "done";
      readonly results: readonly StoredResult[];
      /** Message key of the reason why nothing was changed. */
      readonly unchanged: string | null;
    }
  | { readonly state: "failed"; readonly error: Fault }
  | { readonly state: "cancelled" };

export interface RunHooks {
  onReserved(reservation: Reservation): void;
  /** Called with the account that holds the job's credits, and owns what it has on the servers. */
  onAccount(account: string | null): void;
  onRunning(): void;
  /** Called with the credits that the server holds for a job on the site's servers. */
  onHeld(cost: number): void;
  /** Called when what the job has on the site's servers has changed. */
  onServerTasks(tasks: readonly ServerTaskState[]): void;
  onProgress(progress: JobProgress): void;
  /** Called with the time of the next attempt at a hosted model; null when it starts. */
  readonly onWait: NonNullable<HostedCall["onWait"]>;
  /** Called once; nothing is reported after it. */
  onEnd(outcome: Outcome): void;
}

interface OpenResult {
  readonly name: string;
  readonly type: string;
  readonly sink: ByteSink;
  done: StoredResult | null;
}

/** The reason why a job changed nothing, if that applies to all of its results. */
const unchangedOf = (outputs: readonly JobOutput[]): string | null =>
  outputs.every(({ unchanged }) => unchanged !== undefined)
    ? (outputs[0]?.unchanged ?? null)
    : null;

/** One function that fails must not keep the others from running. */
function runAll(ends: readonly (() => void)[]): void {
  for (const end of ends)
    try {
      end();
    } catch {
      // Continue with the next one.
    }
}

/** Rethrows an error of a reservation. Offline, it says why a job of this device needs the site. */
function explainOffline(error: unknown): never {
  const isOffline = error instanceof ApiError && error.key === "offline";
  throw isOffline ? new FaultError("credits.offline", {}, error) : error;
}

/** Has the server hold the credits of a job. @returns null if the job has ended meanwhile */
async function requestCredits(
  { text, tool, seconds, id, attempt, hostedSeconds = 0 }: StoredJob,
  { credits, hashInput, account }: RunDeps,
  files: readonly File[],
  { signal, onAccount }: { readonly signal: AbortSignal } & Pick<RunHooks, "onAccount">,
): Promise<Reservation | null> {
  const input = text == null ? files : [new Blob([text])];
  // Without a digest the same input is charged twice.
  const inputHash = await hashInput(input, signal).catch(() => null);
  if (signal.aborted) return null;
  // Another account may have signed in meanwhile.
  onAccount(account());
  const request = { tool, seconds, inputHash, hostedSeconds };
  return await credits.reserve(request, `${id}:${attempt}`).catch(explainOffline);
}

/** Waits for the models that a job needs on the device: the servers have their own. */
async function deliverModels(
  { params, onServer }: StoredJob,
  { deliverModel }: RunDeps,
  options: Parameters<DeliverModel>[1],
): Promise<void> {
  const { model: _, ...others } = params;
  await deliverModel?.(onServer ? others : params, options);
}

/** Stores a result that is in memory. */
async function saveBlob(
  { name, blob }: Extract<JobOutput, { kind: "blob" }>,
  { session, now }: RunDeps,
  signal: AbortSignal,
): Promise<StoredResult> {
  const id = session.newId();
  session.bytes.hold(id, blob);
  const stored = await session.bytes.save(id, { signal });
  const { type, size } = blob;
  return { id, name: sanitizeName(name), type, size, stored, created: now() };
}

/**
 * Runs a job: loads its code and input, holds credits, runs it, and stores its results.
 * @returns a function that ends it at once, whether or not its code reacts
 */
export function runJob(job: StoredJob, deps: RunDeps, hooks: RunHooks): () => void {
  const { session, credits } = deps;
  const abort = new AbortController();
  const { signal } = abort;
  const opened = new Map<string, OpenResult>();
  const ends: (() => void)[] = [];
  let over = false;
  let servers: ServerEngine | null = null;
  let usageId: string | null = null;

  function end(outcome: Outcome): void {
    if (over) return;
    over = true;
    if (outcome.state !== "done") abort.abort();
    runAll(ends);
    if (outcome.state === "cancelled") void servers?.abandon();
    const retained = new Set(outcome.state === "done" ? outcome.results.map(({ id }) => id) : []);
    for (const [id, { sink }] of opened) if (!retained.has(id)) void sink.discard();
    hooks.onEnd(outcome);
  }

  async function openSink(name: string, type: string): Promise<JobSink> {
    signal.throwIfAborted();
    const id = session.newId();
    const sink = await session.bytes.sink(id);
    if (over) {
      void sink.discard();
      throw new DOMException("The job has ended", "AbortError");
    }
    const result: OpenResult = { name: sanitizeName(name), type, sink, done: null };
    opened.set(id, result);
    const finish = async (): Promise<JobOutput> => {
      const { size, stored } = await sink.finish();
      result.done = { id, name: result.name, type, size, stored, created: deps.now() };
      return { kind: "written", id };
    };
    return Object.assign(sink.stream, { finish });
  }

  async function keep(output: JobOutput): Promise<StoredResult> {
    const { saving, role } = output;
    const known = { ...(saving && { saving }), ...(role !== undefined && { role }) };
    if (output.kind === "written") {
      const done = opened.get(output.id)?.done;
      if (!done) throw new TypeError("A result was returned that has not been finished");
      return { ...done, ...known };
    }
    return { ...(await saveBlob(output, deps, signal)), ...known };
  }

  async function reserve(files: readonly File[]): Promise<void> {
    let account: string | null = null;
    const onAccount = (present: string | null): void => hooks.onAccount((account = present));
    const reservation = await requestCredits(job, deps, files, { signal, onAccount });
    if (!reservation) return;
    if (over) await credits.close("refund", reservation.usageId, account);
    else hooks.onReserved(reservation);
    usageId = reservation.usageId;
  }

  async function work(): Promise<void> {
    const [runner, ...files] = await Promise.all([
      deps.loadRunner(job.panel),
      ...job.fileIds.map((id) => deps.openFile(id)),
    ]);
    // The server holds the credits of a job that runs there.
    if (job.quote > 0 && !job.onServer && !over) await reserve(files);
    if (over) return;
    servers = job.onServer ? await openServers(job, deps, { files, hooks }) : null;
    const engine = servers ?? (await deps.openEngine());
    if (over) return;
    hooks.onRunning();
    const onProgress = (progress: JobProgress) => void (over || hooks.onProgress(progress));
    await deliverModels(job, deps, { signal, onProgress });
    if (over) return;
    const outputs = await runner({
      files,
      text: job.text ?? null,
      fileIds: job.fileIds,
      params: job.params,
      preset: job.preset,
      engine,
      links: deps.links,
      hosted: reportWaits(deps.hosted, hooks.onWait),
      usageId,
      signal,
      onProgress,
      sink: openSink,
      result: (id) => session.bytes.open(id),
      defer: (one) => void (over ? one() : ends.push(one)),
    });
    if (over) return;
    hooks.onProgress({ done: 1 });
    const results = await Promise.all(outputs.map(keep));
    if (over) for (const { id } of results) void session.bytes.delete(id).catch(() => {});
    else {
      end({ state: "done", results, unchanged: unchangedOf(outputs) });
      await servers?.eraseFiles();
    }
  }

  work().catch((error: unknown) => {
    // A canceled job reports no error.
    if (!over) end({ state: "failed", error: faultOf(error, deps) });
  });
  return () => end({ state: "cancelled" });
}

const faultOf = (error: unknown, { describeError }: RunDeps): Fault =>
  error instanceof FaultError ? error.fault : describeError(error);
