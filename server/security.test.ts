import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addPayRecord } from "#core/api/payments/add-pay-record.ts";
import type { AnyCall } from "#core/api/contract/call.ts";
import { cancelAccount } from "#core/api/accounts/cancel-account.ts";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { deleteUsage } from "#core/api/usage/delete-usage.ts";
import { endSessions } from "#core/api/accounts/end-sessions.ts";
import { getSessions } from "#core/api/accounts/get-sessions.ts";
import { deletePodcast } from "#core/api/podcasts/delete-podcast.ts";
import { exportData } from "#core/api/accounts/export-data.ts";
import { getPodcast } from "#core/api/podcasts/get-podcast.ts";
import { getInvoice } from "#core/api/payments/invoice.ts";
import { login } from "#core/api/accounts/login.ts";
import { getPaymentPage } from "#core/api/payments/payment-page.ts";
import { getPaymentResult } from "#core/api/payments/payment-result.ts";
import { getPaymentUrl } from "#core/api/payments/payment-url.ts";
import { refund } from "#core/api/usage/refund.ts";
import { register } from "#core/api/accounts/register.ts";
import { requestReset } from "#core/api/accounts/request-reset.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { cancelJob } from "#core/api/jobs/cancel-job.ts";
import { eraseJobFiles } from "#core/api/jobs/erase-job-files.ts";
import { getJob } from "#core/api/jobs/get-job.ts";
import { savePodcast } from "#core/api/podcasts/save-podcast.ts";
import { settle } from "#core/api/usage/settle.ts";
import { getUsagePage } from "#core/api/usage/usage-page.ts";
import { verifyCode } from "#core/api/accounts/verify-code.ts";
import { verifyReset } from "#core/api/accounts/verify-reset.ts";
import { describeOnDatabases } from "./db/test-databases.ts";
import { shapeOf, validOf } from "./testing/fuzz-cases.ts";
import { auditLedger } from "./ledger/audit.ts";
import { returnAddress } from "./payments/return-address.ts";
import { addAudio } from "./testing/test-audio.ts";
import { createShopper } from "./testing/test-shop.ts";
import { sweep } from "./sweep.ts";
import { loadContract } from "./testing/test-contract.ts";
import { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import { writeScriptHosted } from "#core/api/hosted/write-script-hosted.ts";
import { addJob } from "./testing/job-bench.ts";
import { type TestServer, createTestServer } from "./testing/test-server.ts";

const ROOT = path.resolve(import.meta.dirname, "..");
const { calls } = await loadContract();
const fieldsOf = (call: AnyCall): string[] => Object.keys(shapeOf(call).properties ?? {});
const PASSWORD = "a password of mine";

const PODCAST = {
  title: "Canary of a title",
  language: "en",
  duration: 3,
  transcript: [{ start: 0, end: 1, speaker: "Canary of a speaker", text: "Canary of a text" }],
};

describeOnDatabases("what is a user's own", ({ fresh }) => {
  let server: TestServer;
  beforeAll(async () => {
    const chat = { languages: [], complete: () => Promise.reject(new Error("Nobody may ask it")) };
    const hosted = { transcription: null, chat, speech: null };
    server = await createTestServer(await fresh(), { hosted });
  });
  afterAll(() => server.close());

  const share = async (user: { readonly userId: string; readonly token: string }) => {
    const audio_url = await addAudio(server, user.userId);
    return await server.call(savePodcast, { ...PODCAST, audio_url }, user);
  };

  /** All rows, by table. */
  async function dump(): Promise<Map<string, string[]>> {
    return await server.deps.db.read(async (queries) => {
      const tables = await queries.introspection.getTables();
      const all = new Map<string, string[]>();
      for (const { name } of tables) {
        const { rows } = await sql`select * from ${sql.table(name)}`.execute(queries);
        all.set(name, rows.map((row) => JSON.stringify(row)).toSorted());
      }
      return all;
    });
  }

  it("API-12 API-13 API-14 API-15 API-17 belongs to its owner only, for every call with an id", async () => {
    const victim = await createShopper(server);
    const attacker = await server.addUser();
    const orderId = await victim.buy("pack-60");
    const job = await server.call(reserve, { tool: "cleaner", seconds: 60 }, victim);
    const { usage_id } = job.data;
    const serverJob = await addJob(server, victim);
    const shared = await share(victim);
    const { sessions } = (await server.call(getSessions, {}, victim)).data;
    const before = await dump();
    const matrix: Readonly<Record<string, () => Promise<number>>> = {
      [settle.path]: async () => (await server.call(settle, { usage_id }, attacker)).status,
      [refund.path]: async () => (await server.call(refund, { usage_id }, attacker)).status,
      [getPaymentResult.path]: async () =>
        (await server.call(getPaymentResult, { order_id: orderId }, attacker)).status,
      [getInvoice.path]: async () =>
        (await server.call(getInvoice, { order_id: orderId }, attacker)).status,
      [addPayRecord.path]: async () =>
        (await server.call(addPayRecord, { order_id: orderId, plan_id: "pack-60" }, attacker))
          .status,
      [deletePodcast.path]: async () =>
        (await server.call(deletePodcast, { id: shared.data.id }, attacker)).status,
      [endSessions.path]: async () =>
        (await server.call(endSessions, { id: sessions[0]!.id }, attacker)).status,
      [translateHosted.path]: async () => {
        const request = { usage_id, from: "en", to: "de", texts: ["Hello."] };
        return (await server.call(translateHosted, request, attacker)).status;
      },
      [writeScriptHosted.path]: async () => {
        const request = { usage_id, title: "", language: "en", minutes: 1, sentences: ["Hello."] };
        return (await server.call(writeScriptHosted, { ...request, tone: "plain" }, attacker))
          .status;
      },
      [getJob.path]: async () => (await server.call(getJob, { id: serverJob.id }, attacker)).status,
      [cancelJob.path]: async () =>
        (await server.call(cancelJob, { id: serverJob.id }, attacker)).status,
      [eraseJobFiles.path]: async () =>
        (await server.call(eraseJobFiles, { id: serverJob.id }, attacker)).status,
      // Ids of other users are ignored; the checks below verify that nothing was deleted.
      [deleteUsage.path]: async () =>
        (await server.call(deleteUsage, { ids: [usage_id] }, attacker)).status === 200 ? 404 : 0,
    };
    // Shared by design with anyone who has the id.
    const open = [getPodcast.path];
    const withIds = calls.filter(
      (call) => !call.operator && fieldsOf(call).some((name) => /^ids?$|_id$/.test(name)),
    );
    const own = withIds.map((call) => call.path).filter((at) => at !== getPaymentUrl.path);
    expect(own.toSorted()).toEqual([...Object.keys(matrix), ...open].toSorted());
    for (const [at, tryIt] of Object.entries(matrix))
      expect([at, await tryIt()]).toEqual([at, 404]);
    const after = await dump();
    for (const [table, rows] of before)
      if (!["idempotency", "wallets", "limits"].includes(table))
        expect([table, after.get(table)]).toEqual([table, rows]);
    const seen = [
      (await server.call(getUsagePage, { page: 1, page_size: 10 }, attacker)).data,
      (await server.call(getPaymentPage, { page: 1, page_size: 10 }, attacker)).data,
      (await server.call(exportData, {}, attacker)).data,
    ];
    for (const foreign of [usage_id, orderId, shared.data.id, victim.userId])
      expect(JSON.stringify(seen)).not.toContain(foreign);
  });

  it("API-17 reading changes nothing", async () => {
    const user = await server.addUser();
    const before = await dump();
    for (const call of calls.filter(
      ({ method, path: at }) =>
        method === "GET" && at !== getPaymentUrl.path && at !== exportData.path,
    )) {
      const request = Object.fromEntries(fieldsOf(call).map((name) => [name, "x"]));
      await server.call(call, request, user);
    }
    expect(await dump()).toEqual(before);
  });

  it("USR-5 nothing of a person is left in any table when the account is deleted", async () => {
    const email = "canary@example.org";
    const user = await server.addUser(email, PASSWORD);
    const mark = { user_id: user.userId };
    await server.call(claimDaily, {}, user);
    const job = await server.call(
      reserve,
      { tool: "cleaner", seconds: 60, input_hash: "c".repeat(64) },
      user,
    );
    await server.call(settle, { usage_id: job.data.usage_id }, user);
    await server.call(reserve, { tool: "cleaner", seconds: 60 }, user);
    await share(user);
    await server.call(getPaymentUrl, { plan_id: "pack-60" }, user);
    await server.call(requestReset, { email });
    await server.call(register, { email, password: PASSWORD });
    const done = await server.call(cancelAccount, { password: PASSWORD }, user);
    expect(done.status).toBe(200);
    await sweep(server.deps);
    const left = await dump();
    const naming = (text: string) =>
      [...left].filter(([, rows]) => rows.some((row) => row.includes(text))).map(([name]) => name);
    expect(naming(email)).toEqual([]);
    expect(naming("c".repeat(64))).toEqual([]);
    // Retained payment data has an id that cannot be linked to a person.
    expect(naming(mark.user_id).toSorted()).toEqual([
      "grants",
      "ledger_entries",
      "ledger_transactions",
      "orders",
    ]);
    expect(await server.deps.db.read(auditLedger)).toEqual([]);
  });

  it("USR-4 the log records logins, failed logins and password changes, without names", async () => {
    const email = "logged@example.org";
    server.logs.length = 0;
    await server.call(register, { email, password: PASSWORD });
    const codeOf = (template: string): string =>
      server.sentEmails.findLast(
        (message) => message.template === template && message.to === email,
      )!.code!;
    await server.call(verifyCode, { email, code: codeOf("registerCode") });
    await server.call(login, { email, password: "not the right one" });
    await server.call(requestReset, { email });
    const reset = { email, code: codeOf("resetCode"), password: "another one of mine" };
    const { data } = await server.call(verifyReset, reset);
    await server.call(cancelAccount, { password: reset.password }, data);
    const entries = server.logs.filter(({ event }) => event !== "request");
    const events = entries.map(({ event }) => event);
    expect(events).toEqual(["account_made", "login_refused", "password_reset", "account_deleted"]);
    expect(JSON.stringify(server.logs)).not.toMatch(/logged@|a password|another one/);
    // All entries are about one pseudonymous person.
    const subjects = new Set(entries.map(({ values }) => values["subject"]));
    expect([...subjects]).toEqual([expect.stringMatching(/^[\w-]{16}$/)]);
    await server.call(login, { email: "other@example.org", password: "not the right one" });
    expect(
      subjects.has(server.logs.findLast(({ event }) => event !== "request")!.values["subject"]),
    ).toBe(false);
  });

  it("USR-4 any characters make a password, and none are demanded", async () => {
    for (const [n, password] of [
      "🐢 🐇 🐌 🐝 🦊",
      "qqzzqqzz vvww",
      "\u200Fمفتاح الباب",
    ].entries()) {
      const email = `any${n}@example.org`;
      const { status, key } = await server.call(register, { email, password });
      expect([password, status, key]).toEqual([password, 200, undefined]);
    }
  });

  it.each(calls.map((call) => [call.path, call] as const))(
    "API-3 %s refuses fields that it does not know",
    async (_path, call) => {
      const user = await server.addUser();
      const seeds = {
        email: ["a@example.org"],
        url: ["http://127.0.0.1/"],
        tool: ["cleaner"],
        password: [PASSWORD],
      };
      const valid = fc.sample(validOf(shapeOf(call), seeds), { numRuns: 1, seed: 7 })[0] as object;
      const texts = Object.fromEntries(
        Object.entries(valid).map(([name, value]) => [
          name,
          call.method === "GET" ? String(value) : value,
        ]),
      );
      const refused = await server.call(call, { ...texts, surprise: "1" } as never, user);
      expect([refused.status, refused.key]).toEqual([400, "invalid_request"]);
    },
  );
});

describe("the contract", () => {
  it("USR-4 has secrets in bodies and headers alone, never in an address", () => {
    for (const call of calls) {
      expect(fieldsOf(call).filter((name) => /token|secret|session/.test(name))).toEqual([]);
      if (call.method !== "GET") continue;
      expect(fieldsOf(call).filter((name) => /password|code|email/.test(name))).toEqual([]);
    }
  });

  it("API-17 returning from a payment leads to the site, whatever the browser sent", async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-return-"));
    const file = path.join(folder, "toolkit.sqlite");
    const server = await createTestServer({ url: null, file, connections: 1 });
    const own = ["https://api.example", "https://fermata.example"];
    for (const hostile of [
      "https://evil.example/",
      "https://evil.example/de/pricing",
      "//evil.example/de/",
      "https://fermata.example.evil.example/de/",
      "https://fermata.example@evil.example/de/",
      "https://evil.example/https://fermata.example/",
      "http://fermata.example/de/",
      "https://fermata.example:8443/de/",
      "javascript:alert(1)",
      "data:text/html,x",
      "null",
      "",
      " ",
      "/de//evil.example",
      "https:evil.example",
      "https:///evil.example/de/",
      "https://fermata.example\\@evil.example/",
      "https://fermata.example%2f@evil.example/",

      "https://fermata.example/de/../../evil",
      "https://fermata.example/de/?next=//evil.example",
      "https://fermata.example/de/#@evil.example",
      "https://[::1]/de/",
      "file:///etc/passwd",
      "https://FERMATA.example./de/",
      "blob:https://fermata.example/x",
    ])
      for (const headers of [{ referer: hostile }, { origin: hostile, referer: hostile }]) {
        const request = new Request("https://api.example/x", { headers });
        const { returnTo } = returnAddress({ deps: server.deps, request }, "/pricing");
        const address = new URL(returnTo("?order_id=1"));
        expect([hostile, own.includes(address.origin)]).toEqual([hostile, true]);
        expect(address.pathname).toMatch(/^(\/[a-z-]+)?\/pricing$/);
      }
    await server.close();
    fs.rmSync(folder, { recursive: true });
  });
});

describe("the source", () => {
  const files = ["core", "audio", "cli", "server"].flatMap((room) =>
    fs
      .readdirSync(path.join(ROOT, room), { recursive: true, encoding: "utf8" })
      .filter((name) => /(?<!\.test)\.ts$/.test(name) && !name.includes(".tsc"))
      .filter((name) => !/(^|\/)(test-[\w-]+|[\w-]+-child)\.ts$/.test(name))
      .map((name) => `${room}/${name}`),
  );
  const containing = (pattern: RegExp): string[] =>
    files.filter((file) => pattern.test(fs.readFileSync(path.join(ROOT, file), "utf8"))).toSorted();

  it("API-17 makes SQL of values by parameters alone; only steps of the schema are text", () => {
    const steps = /^server\/db\/migrations\/\d{3}-/;
    expect(containing(/\bsql\.raw\b/).filter((file) => !steps.test(file))).toEqual([
      // Seeds test databases.
      "server/testing/seed-scale.ts",
    ]);
    expect(containing(/\bsql\.(?:id|literal)\b/)).toEqual([]);
    // Quoted names of tables and columns, and constant literals: none of them comes from a request.
    expect(containing(/\bsql\.(?:ref|table|join)\b|\bsql\.lit\((?!0\)|"[a-z]+"\))/)).toEqual([
      "server/accounts/export-data.ts",
      "server/background/forget-old.ts",
      "server/hosted/call-runner.ts",
      "server/ledger/audit-checks.ts",
      "server/ledger/audit-large.ts",
      "server/ledger/audit-slices.ts",
      "server/ledger/audit.ts",
      "server/ledger/record.ts",
      "server/payments/orders.ts",
      "server/podcasts/audio.ts",
      "server/usage/hosted-queue.ts",
      "server/usage/release-overdue.ts",
    ]);
  });

  it("CLI-1 the server starts one program, where its operator wants that; no program goes through a shell, and no text is run", () => {
    const starting = containing(/["'](?:node:)?child_process["']/);
    expect(starting.filter((file) => !file.startsWith("cli/"))).toEqual([
      "server/download/yt-dlp/run-program.ts",
    ]);
    expect(
      containing(/(?<![.\w])exec(?:Sync)?\(\s*["'`]|\bshell:(?!\s*(?:false|string|Shell)\b)/),
    ).toEqual([]);
    // The translation program, from its package.
    expect(containing(/\beval\(|new Function\(|["'](?:node:)?vm["']/)).toEqual([
      "cli/translation/translator-thread.ts",
    ]);
  });
});
