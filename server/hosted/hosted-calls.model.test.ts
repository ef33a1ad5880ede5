import fc from "fast-check";
import { expect, it } from "vitest";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { PREFER_ASYNC } from "#core/api/contract/pending-call.ts";
import { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import { refund } from "#core/api/usage/refund.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { settle } from "#core/api/usage/settle.ts";
import { isLong } from "#tests/left-out.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { auditLedger } from "../ledger/audit.ts";
import { HostedError } from "../ports/hosted-models.ts";
import { sweep } from "../sweep.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { CALL_LASTS } from "../usage/hosted-calls.ts";
import { CALL_LEASE, CALLS_AT_ONCE } from "../usage/hosted-queue.ts";
import { chargeOf } from "../usage/hosted-work.ts";

const HISTORIES = isLong ? 100 : 12;
const KEYS = ["call-one", "call-two", "call-three", "call-four", "call-five"];

/** A request to the model, which a process waits for. */
interface ModelRequest {
  readonly key: string;
  readonly answer: () => void;
  readonly fail: (error: HostedError) => void;
}

const at = fc.nat(1);
const key = fc.constantFrom(...KEYS);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("create"), key, at }) },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom("answer", "busy", "unusable", "suspend", "resume"),
      request: fc.nat(5),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("cancel"), key, at }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constantFrom("wait", "sweep"), at }) },
  fc.record({ kind: fc.constantFrom("settle", "refund", "expire") }),
) as fc.Arbitrary<Step>;
type Step =
  | { readonly kind: "create" | "cancel"; readonly key: string; readonly at: number }
  | {
      readonly kind: "answer" | "busy" | "unusable" | "suspend" | "resume";
      readonly request: number;
    }
  | { readonly kind: "wait" | "sweep"; readonly at: number }
  | { readonly kind: "settle" | "refund" | "expire" };

describeOnDatabases("random histories of calls of hosted models", ({ fresh }) => {
  /** Two processes on a database, whose models are held. */
  async function open() {
    const requests: ModelRequest[] = [];
    /** Those whose process does not continue for now. */
    const suspended: ModelRequest[] = [];
    const answered = new Set<string>();
    const chat = {
      languages: [],
      complete: ({ user }: { readonly user: string }) =>
        new Promise<unknown>((resolve, reject) => {
          const [{ text: key }] = JSON.parse(user) as [{ text: string }];
          requests.push({
            key,
            answer: () => {
              answered.add(key);
              resolve({ translations: [{ id: 0, text: "y" }] });
            },
            fail: reject,
          });
        }),
    };
    const hosted = { transcription: null, speech: null, chat };
    const settings = await fresh();
    const one = await createTestServer(settings, { hosted });
    const other = await createTestServer(settings, { hosted, start: one.deps.clock() });
    const servers: readonly TestServer[] = [one, other];
    const { token } = await one.addUser();
    await one.call(claimDaily, {}, { token });
    const request = { tool: "cleaner", seconds: 60 };
    const { usage_id } = (await one.call(reserve, request, { token })).data;
    const send = async (method: "GET" | "POST" | "DELETE", key: string, by = 0) => {
      const isPost = method === "POST";
      const address = isPost ? translateHosted.path : `/audio/api/v1/hosted/calls/${key}`;
      const { status } = await servers[by]!.app.request(`http://api.example${address}`, {
        method,
        headers: {
          authorization: token,
          prefer: PREFER_ASYNC.replace(/wait=\d+/, "wait=0"),
          ...(isPost && { "content-type": "application/json", "idempotency-key": key }),
        },
        ...(isPost && { body: JSON.stringify({ usage_id, from: "en", to: "de", texts: [key] }) }),
      });
      return status;
    };
    const advance = (milliseconds: number): void => {
      for (const server of servers) server.advance(milliseconds);
    };
    return { requests, suspended, answered, servers, one, token, usage_id, send, advance };
  }
  type Processes = Awaited<ReturnType<typeof open>>;

  const readRows = ({ one }: Processes) =>
    one.deps.db.read((queries) => queries.selectFrom("hosted_calls").selectAll().execute());
  const readContents = ({ one }: Processes) =>
    one.deps.db.read((queries) =>
      queries.selectFrom("hosted_contents").select(["key", "role"]).execute(),
    );
  const readUsage = ({ one, usage_id }: Processes) =>
    one.deps.db.read((queries) =>
      queries.selectFrom("usages").selectAll().where("id", "=", usage_id).executeTakeFirstOrThrow(),
    );

  /** Calls that have not ended and have a lease. */
  const countRunning = async (processes: Processes): Promise<number> => {
    const now = processes.one.deps.clock();
    const rows = await readRows(processes);
    return rows.filter(({ state, lease_until }) => state !== "done" && lease_until > now).length;
  };

  async function take(processes: Processes, one: Step): Promise<void> {
    const { requests, suspended, servers, send, advance, token, usage_id } = processes;
    switch (one.kind) {
      case "create":
        await send("POST", one.key, one.at);
        break;
      case "cancel":
        await send("DELETE", one.key, one.at);
        break;
      case "answer":
      case "busy":
      case "unusable": {
        const [request] = requests.splice(one.request % Math.max(1, requests.length), 1);
        const error = new HostedError("no", { isUnusable: one.kind === "unusable" });
        if (one.kind === "answer") request?.answer();
        else request?.fail(error);
        break;
      }
      case "suspend":
        suspended.push(...requests.splice(one.request % Math.max(1, requests.length), 1));
        advance(CALL_LEASE);
        break;
      case "resume":
        suspended.splice(0, 1)[0]?.answer();
        break;
      case "wait":
        advance(90_000);
        servers[one.at]!.deps.hostedCalls.wake();
        break;
      case "sweep":
        await sweep(servers[one.at]!.deps);
        break;
      case "expire":
        advance(CALL_LASTS);
        await sweep(servers[0]!.deps);
        break;
      default:
        await servers[0]!.call(one.kind === "settle" ? settle : refund, { usage_id }, { token });
    }
  }

  /** Answers all requests until every call has ended. */
  const drain = (processes: Processes): Promise<void> =>
    expect
      .poll(async () => {
        const { requests, servers, advance } = processes;
        for (const { answer } of requests.splice(0)) answer();
        advance(90_000);
        for (const { deps } of servers) deps.hostedCalls.wake();
        await sweep(servers[0]!.deps);
        return (await readRows(processes)).filter(({ state }) => state !== "done");
      })
      .toEqual([]);

  it(`JOB-7 USR-10 TLS-8 ${HISTORIES} histories with failures, suspended processes and cancellations count each call once, or not at all`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
        const processes = await open();
        const { answered, servers, one, token, usage_id, send } = processes;
        try {
          for (const next of steps) {
            await take(processes, next);
            expect(await countRunning(processes)).toBeLessThanOrEqual(CALLS_AT_ONCE);
          }
          await drain(processes);
          const rows = await readRows(processes);
          for (const { key: name, fault, milliseconds } of rows) {
            expect([name, milliseconds]).toEqual([name, fault === null ? 500 : 0]);
            if (fault === null) expect(answered).toContain(name);
          }
          const usage = await readUsage(processes);
          const sum = rows.reduce((total, { milliseconds }) => total + milliseconds, 0);
          expect(usage.hosted_milliseconds).toBe(sum);
          if (usage.state === "refunded") expect(usage.charged).toBe(chargeOf(usage));
          if (usage.state === "reserved")
            for (const { key: name, fault, canceled } of rows)
              if (fault === null)
                expect([name, await send("POST", name)]).toEqual([name, canceled ? 404 : 200]);
          await one.call(settle, { usage_id }, { token });
          expect(await readContents(processes)).toEqual([]);
          expect(await one.deps.db.read(auditLedger)).toEqual([]);
        } finally {
          for (const server of servers) await server.close();
        }
      }),
      { numRuns: HISTORIES },
    );
  }, 600_000);
});
