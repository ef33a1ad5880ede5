import type { ServerJob } from "#core/api/contract/job-shapes.ts";
import { writeJobFacts } from "#core/jobs/job-facts.ts";
import { FACTS } from "#core/jobs/server-task.ts";
import { ApiError } from "#runtime/services/api/api-error.ts";

const HOUR = 3_600_000;
const RESULT = writeJobFacts<"run">({
  findings: {},
  unchanged: null,
  input: { sampleRate: 48_000, channels: 1 },
  output: { sampleRate: 48_000, channels: 1 },
  frames: [1, 1],
  before: { lufs: -20, truePeak: -3, noise: -60 },
  after: { lufs: -20, truePeak: -3, noise: -60 },
  notes: [],
});

interface FakeJob {
  readonly id: string;
  readonly owner: string;
  /** Idempotency key of its creation. */
  readonly key: string;
  readonly upload: string;
  readonly created: number;
  state: ServerJob["state"];
  fault: string | null;
  ended: number | null;
  settled: number;
  refunded: number;
  hasResult: boolean;
}

const viewOf = (job: FakeJob, digestOf: (text: string) => string): ServerJob => ({
  id: job.id,
  tool: "cleaner",
  state: job.state,
  attempt: 1,
  progress: 0,
  stage: null,
  fault: job.fault,
  created_at: job.created / 1000,
  started_at: null,
  ended_at: job.ended && job.ended / 1000,
  expires_at: ((job.ended ?? job.created) + 24 * HOUR) / 1000,
  seconds: 60,
  seconds_found: null,
  result:
    job.state === "done"
      ? {
          outputs: [
            {
              name: FACTS,
              ending: "json",
              bytes: new Blob([RESULT]).size,
              sha256: digestOf(RESULT),
              seconds: 0,
            },
          ],
        }
      : null,
});

type Uploads = Map<string, { readonly owner: string; readonly length: number; offset: number }>;

/** Responses to requests of uploads, events and results. */
const createFakeFetch =
  (uploads: Uploads, now: () => number) =>
  (
    owner: string | null,
    address: string,
    { method = "GET", headers, body }: RequestInit,
  ): Response => {
    if (owner === null) return new Response(null, { status: 401 });
    const id = address.split("/").at(-1)!;
    if (address.endsWith("job/events")) return new Response("", { status: 200 });
    if (address.includes("job/result")) return new Response(RESULT, { status: 206 });
    const given = new Headers(headers);
    if (method === "POST") {
      const upload = `upload-${crypto.randomUUID()}`;
      const length = Number(given.get("upload-length"));
      uploads.set(upload, { owner, length, offset: 0 });
      const until = new Date(now() + 24 * HOUR).toUTCString();
      return new Response(null, {
        status: 201,
        headers: { Location: `uploads/${upload}`, "Upload-Expires": until },
      });
    }
    const upload = uploads.get(id);
    if (upload?.owner !== owner) return new Response("{}", { status: 404 });
    if (method === "DELETE") uploads.delete(id);
    if (method === "PATCH") upload.offset += (body as ArrayBuffer).byteLength;
    return new Response(null, {
      status: method === "HEAD" ? 200 : 204,
      headers: { "Upload-Offset": `${upload.offset}`, "Upload-Length": `${upload.length}` },
    });
  };

/** A fake of the site's servers, with the effects of their calls on jobs, uploads and credits. */
export function createFakeServers(now: () => number, digestOf: (text: string) => string) {
  const jobs = new Map<string, FakeJob>();
  const uploads: Uploads = new Map();
  /** Responses by account, call and key; null: blocked. */
  const responses = new Map<string, object | null>();
  let ids = 0;
  const notFound = () => new ApiError("", { status: 404, key: "not_found" });
  const isOpen = ({ state }: FakeJob): boolean => state === "queued" || state === "running";

  function end(job: FakeJob, state: "done" | "failed" | "canceled", fault: string | null): void {
    if (!isOpen(job)) return;
    Object.assign(job, { state, fault, ended: now(), hasResult: state === "done" });
    if (state === "done") job.settled++;
    else job.refunded++;
    if (fault !== "crashed") uploads.delete(job.upload);
  }
  const find = (owner: string, id: string): FakeJob => {
    const job = jobs.get(id);
    if (job?.owner !== owner) throw notFound();
    return job;
  };
  const calls: Readonly<
    Record<string, (owner: string, request: Record<string, string>, key: string) => object>
  > = {
    createJob(owner, { upload }, key) {
      if (uploads.get(upload!)?.owner !== owner) throw notFound();
      const job: FakeJob = {
        id: `job-${++ids}`,
        owner,
        key,
        upload: upload!,
        created: now(),
        state: "queued",
        fault: null,
        ended: null,
        settled: 0,
        refunded: 0,
        hasResult: false,
      };
      jobs.set(job.id, job);
      return { job: viewOf(job, digestOf), cost: 1, balance: {} };
    },
    cancelJob(owner, { id }) {
      const job = find(owner, id!);
      end(job, "canceled", null);
      return { job: viewOf(job, digestOf), balance: {} };
    },
    cancelCreation(owner, { creation_key: key }) {
      const name = `${owner} createJob ${key}`;
      const found = responses.get(name) as { job: ServerJob } | null | undefined;
      if (!found) responses.set(name, null);
      const job = found && jobs.get(found.job.id);
      if (job) end(job, "canceled", null);
      return { job: job ? viewOf(job, digestOf) : null, cost: job ? 1 : 0, balance: {} };
    },
    eraseJobFiles(owner, { id }) {
      const job = find(owner, id!);
      const files = job.hasResult ? [`result of ${id}`] : [];
      job.hasResult = false;
      return { files };
    },
    getJob: (owner, { id }) => viewOf(find(owner, id!), digestOf),
  };

  return {
    jobs,
    isOpen,
    end,
    /** Fails jobs that have not ended in time, and deletes old ones and unused uploads. */
    expire(): void {
      for (const job of jobs.values())
        if (now() - job.created > 24 * HOUR) end(job, "failed", "expired");
      const used = new Set([...jobs.values()].filter(isOpen).map(({ upload }) => upload));
      for (const id of uploads.keys()) if (!used.has(id)) uploads.delete(id);
    },
    /** @throws {ApiError} */
    call(owner: string | null, name: string, request: object, key = ""): object {
      if (owner === null) throw new ApiError("", { status: 401, key: "not_signed_in" });
      const stored = responses.get(`${owner} ${name} ${key}`);
      if (stored === null) throw new ApiError("", { status: 422, key: "key_reused" });
      if (stored) return stored;
      const response = calls[name]!(owner, request as Record<string, string>, key);
      if (key) responses.set(`${owner} ${name} ${key}`, response);
      return response;
    },
    fetch: createFakeFetch(uploads, now),
  };
}
