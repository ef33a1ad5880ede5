import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { getPaymentUrl } from "#core/api/payments/payment-url.ts";
import { register } from "#core/api/accounts/register.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { settle } from "#core/api/usage/settle.ts";
import type { UserInfo } from "#core/api/contract/shapes.ts";
import { refund } from "#core/api/usage/refund.ts";
import { verifyCode } from "#core/api/accounts/verify-code.ts";
import { configSchema } from "#core/site/config.ts";
import { createApp } from "#server/app.ts";
import type { Deps } from "#server/deps/deps.ts";
import { readSettings } from "#server/deps/settings.ts";
import { createNodeHandler } from "#server/node-handler.ts";
import { openDeps } from "#server/open-deps.ts";
import { runPayments } from "#server/testing/run-payments.ts";
import { startPreview } from "../preview/serve.ts";
import { HOME } from "../files/home.ts";
import { type Client, createClient } from "./client.ts";

/**
 * Tools of the site with their costs; the characters of their names are one and two columns wide,
 * and of zero width.
 */
const TOOLS = {
  "vocal-remover": 1,
  人声分离: 2,
  "عازل-الضوضاء": 1,
  "noise-gate-🎧": 3,
  "cafe\u0301-cutter": "free",
} as const;

export interface TestApi {
  readonly url: string;
  readonly root: string;
  readonly deps: Deps;
  /** Sets the offset of the server's clock in seconds; initially 0. */
  readonly setClock: (seconds: number) => void;
  readonly client: (token?: string) => Client;
  /** Registers an account through the API, with the code of its email. */
  readonly addUser: (email: string, password: string) => Promise<UserInfo>;
  /** The latest code that was sent to an address. */
  readonly codeOf: (email: string) => string;
  /** Buys a pack or plan in the sandbox. @returns the order's id */
  readonly buy: (token: string, planId: string) => Promise<string>;
  /** Runs a job. */
  readonly work: (token: string, job: TestJob) => Promise<void>;
  readonly close: () => Promise<void>;
}
export interface TestJob {
  readonly tool: string;
  readonly seconds: number;
  /** `run`: the job stays running. */
  readonly end?: "settle" | "refund" | "run";
}

/** The API of `toolkit preview` for a small site, with an adjustable clock. */
export async function startTestApi(): Promise<TestApi> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "account-"));
  fs.mkdirSync(path.join(root, "content/tools"), { recursive: true });
  fs.mkdirSync(path.join(root, "dist"));
  for (const [at, [slug, cost]] of Object.entries(TOOLS).entries())
    fs.writeFileSync(
      path.join(root, `content/tools/tool-${at}.md`),
      `---\nslug: ${slug}\ncost: ${cost}\n---\n`,
    );
  const plan = { creditsPerMonth: 200, monthly: 9, yearly: 90 };
  const config = configSchema.parse({
    site: { name: "Fermata", origin: "https://fermata.example", contact: "a@fermata.example" },
    jobs: { enabled: true },
    plans: {
      list: [
        { ...plan, id: "basic", name: "基本プラン（月額）" },
        { ...plan, id: "pro", name: "الخطة الاحترافية" },
      ],
    },
  });
  let offset = 0;
  const settings = readSettings({ DATA_DIR: path.join(root, "data") }, root);
  const { deps, close } = await openDeps({
    settings: { ...settings, requestsPerSecond: 0 },
    config,
    home: HOME,
    log: () => {},
    clock: () => Date.now() + offset * 1000,
  });
  const preview = await startPreview({
    root: path.join(root, "dist"),
    trailingSlash: false,
    port: 0,
    api: createNodeHandler(createApp(deps), null),
  });
  const url = preview.url.replace(/\/$/, "");
  const client = (token?: string): Client =>
    createClient({ api: url, token, env: {}, signal: new AbortController().signal });
  const withClient = async <Result>(
    token: string | undefined,
    work: (client: Client) => Promise<Result>,
  ): Promise<Result> => {
    const one = client(token);
    try {
      return await work(one);
    } finally {
      await one.close();
    }
  };
  const codeOf = (email: string): string => latestCode(path.join(root, ".toolkit/outbox"), email);
  return {
    url,
    root,
    deps,
    setClock: (seconds) => (offset = seconds),
    client,
    codeOf,
    addUser: (email, password) =>
      withClient(undefined, async ({ call }) => {
        await call(register, { email, password });
        await deps.emails.deliver();
        return await call(verifyCode, { email, code: codeOf(email) });
      }),
    buy: (token, plan_id) =>
      withClient(token, async ({ call }) => {
        const { order_id, payment_url } = await call(getPaymentUrl, { plan_id });
        const page = new URL(payment_url, url);
        await fetch(`${url}${page.pathname}${page.search}`, {
          method: "POST",
          body: new URLSearchParams({ action: "pay", consent: "on" }),
          redirect: "manual",
        });
        await runPayments(deps);
        return order_id;
      }),
    work: (token, { tool, seconds, end = "settle" }) =>
      withClient(token, async ({ call }) => {
        const { usage_id } = await call(reserve, { tool, seconds });
        if (end === "settle") await call(settle, { usage_id });
        if (end === "refund") await call(refund, { usage_id });
      }),
    async close() {
      await preview.close();
      await close();
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
}

function latestCode(outbox: string, email: string): string {
  const files = fs.readdirSync(outbox).sort().reverse();
  for (const file of files) {
    const text = fs.readFileSync(path.join(outbox, file), "utf8");
    if (!text.includes(`To: ${email}`)) continue;
    const code = /^Subject: .*?\b(\d{6})\b/m.exec(text)?.[1];
    if (code !== undefined) return code;
  }
  throw new Error(`No code for ${email} in ${outbox}`);
}
