import type { AnyCall } from "#core/api/contract/call.ts";
import type { JobWorker, OperatedJob } from "#core/api/contract/job-shapes.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import type { PaymentRecord, ReviewRecord, UsageRecord } from "#core/api/contract/shapes.ts";
import type { Client } from "../account/client.ts";

/** Epoch seconds. */
export const NOW = Date.UTC(2026, 10, 21, 12) / 1000;

/**
 * Names with characters of one and two columns, with joined characters, and with zero-width marks.
 */
export const NAMES = [
  "vocal-remover",
  "人声分离",
  "عازل-الضوضاء",
  "noise-🎧-gate",
  "cafe\u0301-cutter",
  "ハーモニー補正ツールの長い名前です",
  "👩‍👩‍👧 family",
  "กระดิ่งเสียง",
];

export const testJob = (at: number): UsageRecord => ({
  id: `job-${at}`,
  tool: NAMES[at % NAMES.length]!,
  seconds: 30 + at * 7,
  cost: at % 13,
  state: at % 5 === 4 ? "refunded" : "settled",
  created_at: NOW - at * 3600,
});
export const testPayment = (at: number): PaymentRecord => ({
  order_id: `order-${at}`,
  plan_id: "pack-60",
  name: NAMES[at % NAMES.length]!,
  amount: 600 + at,
  currency: at % 2 === 0 ? "USD" : "JPY",
  status: "paid",
  created_at: NOW - at * 86_400,
});

export const testReview = (at: number): ReviewRecord => ({
  id: `rating-${at}`,
  tool: NAMES[at % NAMES.length]!,
  stars: 1 + (at % 5),
  review: at % 2 === 0 ? `Words of visitor ${at}` : "",
  locale: at % 3 === 0 ? "en" : "pt-br",
  created_at: NOW - at * 60,
});

export const testServerJob = (at: number): OperatedJob => ({
  id: `job-${String(at).padStart(4, "0")}`,
  tool: NAMES[at % NAMES.length]!,
  state: at % 4 === 3 ? "failed" : "queued",
  attempt: at % 3,
  progress: 0,
  stage: null,
  fault: at % 4 === 3 ? "crashed" : null,
  created_at: NOW - at,
  started_at: null,
  ended_at: null,
  expires_at: NOW + 86_400,
  account: `account-${at % 5}`,
  pool: "cpu",
  failures: 0,
});
export const testWorker = (at: number): JobWorker => ({
  id: `worker-${at}`,
  pool: "cpu",
  state: "working",
  slots: 4,
  running: at,
  started_at: NOW - 3600,
  seen_at: NOW,
});

interface World {
  serverJobs: OperatedJob[];
  workers: JobWorker[];
  jobs: UsageRecord[];
  payments: PaymentRecord[];
  free: number;
  /** Errors thrown by all calls of a name. */
  readonly failures: Map<string, ToolkitError>;
  readonly requests: string[];
}

const REVIEWS = Array.from({ length: 12 }, (_, at) => testReview(at));

/** A client whose account is in memory. */
export function createTestClient(jobs: number, payments = 3): Client & { readonly world: World } {
  const world: World = {
    jobs: Array.from({ length: jobs }, (_, at) => testJob(at)),
    payments: Array.from({ length: payments }, (_, at) => testPayment(at)),
    free: 3,
    serverJobs: Array.from({ length: 130 }, (_, at) => testServerJob(at)),
    workers: [testWorker(0), testWorker(1)],
    failures: new Map(),
    requests: [],
  };
  const balance = () => ({
    free_credits: world.free,
    buy_credits: 40,
    last_get_credits_time: NOW - 90_000,
    daily_credits_count: 2,
  });
  const page = <Row>(rows: readonly Row[], request: { page: number; page_size: number }) => ({
    list: rows.slice((request.page - 1) * request.page_size, request.page * request.page_size),
    total: rows.length,
    ...request,
  });
  const answers: Record<string, (request: never) => unknown> = {
    getBalance: balance,
    getUser: () => ({
      token: "secret-token",
      last_get_credits_time: NOW - 90_000,
      user_info: { user_id: "1", user_email: "mika@example.org", daily_credits_count: 2 },
      subscription: null,
      kodepay_user_id: "",
    }),
    getPlans: () => ({ currency: "USD", daily_credits: 3, plans: [], packs: [] }),
    getUsagePage: (request: { page: number; page_size: number }) => page(world.jobs, request),
    getPaymentPage: (request: { page: number; page_size: number }) => page(world.payments, request),
    getJobQueue: () => ({
      counts: (["queued", "failed", "canceled"] as const).flatMap((state) => {
        const { length: count } = world.serverJobs.filter((job) => job.state === state);
        return count === 0 ? [] : [{ pool: "cpu", state, count, oldest: 90 }];
      }),
    }),
    findJobs: ({ before = "" }: { before?: string }) => {
      const list = world.serverJobs.filter(({ id }) => id > before);
      return { list: list.slice(0, 100), more: list.length > 100 };
    },
    stopJob: ({ id }: { id: string }) => setState(world, id, "canceled"),
    redriveJobs: ({ id }: { id: string }) => {
      const isDead = world.serverJobs.find((job) => job.id === id)?.state === "failed";
      if (isDead) setState(world, id, "queued");
      return { redriven: Number(isDead) };
    },
    listWorkers: () => ({ list: world.workers }),
    drainWorker: ({ id }: { id: string }) => {
      const drained = { ...world.workers.find((worker) => worker.id === id)!, state: "draining" };
      world.workers = world.workers.map((worker) =>
        worker.id === id ? { ...worker, state: "draining" } : worker,
      );
      return drained;
    },
    getReviews: (request: { page: number; page_size: number }) => page(REVIEWS, request),
    deleteUsage: ({ ids }: { ids: string[] }) => {
      const before = world.jobs.length;
      world.jobs = world.jobs.filter(({ id }) => !ids.includes(id));
      return { deleted: before - world.jobs.length };
    },
    claimDaily: () => {
      world.free += 3;
      return balance();
    },
    getInvoice: ({ order_id }: { order_id: string }) => ({ receipt_url: `/receipts/${order_id}` }),
  };
  return {
    api: "https://fermata.example",
    world,
    async call(call: AnyCall, request: unknown) {
      world.requests.push(call.name);
      await Promise.resolve();
      const failure = world.failures.get(call.name);
      if (failure) throw failure;
      const answer = answers[call.name];
      if (!answer) throw new Error(`The test has no answer to ${call.name}`);
      return answer(request as never) as never;
    },
    close: async () => {},
  };
}

function setState(world: World, id: string, state: OperatedJob["state"]): OperatedJob {
  world.serverJobs = world.serverJobs.map((job) => (job.id === id ? { ...job, state } : job));
  return world.serverJobs.find((job) => job.id === id)!;
}

export const unreachable = (): ToolkitError =>
  new ToolkitError("API_UNREACHABLE", {
    api: "https://fermata.example",
    detail: "nothing listens there.",
  });
