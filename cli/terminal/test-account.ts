import type { AnyCall } from "#core/api/contract/call.ts";
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

interface World {
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

export const unreachable = (): ToolkitError =>
  new ToolkitError("API_UNREACHABLE", {
    api: "https://fermata.example",
    detail: "nothing listens there.",
  });
