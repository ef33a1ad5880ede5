// A client that knows the API only from its OpenAPI document: it imports none of the API's code.
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

/** Welcome credits by default. */
const GIFT = 5;
const PROGRAM = path.resolve(import.meta.dirname, "../../bin/toolkit.mjs");

interface Program {
  readonly url: string;
  /** Folder of its emails. */
  readonly outbox: string;
  readonly stop: () => Promise<void>;
}

/** Starts the API of a separate site, alone or together with the site. */
async function start(command: "serve" | "preview"): Promise<Program> {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-client-"));
  fs.mkdirSync(path.join(root, "content/tools"), { recursive: true });
  fs.mkdirSync(path.join(root, "dist"));
  fs.writeFileSync(path.join(root, "dist/index.html"), "<!doctype html>");
  fs.writeFileSync(
    path.join(root, "toolkit.config.ts"),
    `export default { site: { name: "Fermata", origin: "https://fermata.example", contact: "hello@fermata.example" } };\n`,
  );
  fs.writeFileSync(
    path.join(root, "content/tools/cleaner.md"),
    "---\nslug: cleaner\ncost: 1\n---\n",
  );
  const child = spawn(process.execPath, [PROGRAM, command, "--root", root, "--port", "0"], {
    env: { PATH: process.env["PATH"] },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "exit");
  let url: string | undefined;
  const lines = readline.createInterface(child.stderr);
  for await (const line of lines) {
    url = /http:\/\/[\w.]+:\d+/.exec(line)?.[0];
    if (url !== undefined) break;
  }
  if (url === undefined) throw new Error(`${command} has ended`);
  // Further output is discarded.
  child.stderr.resume();
  return {
    url,
    outbox: path.join(root, ".toolkit/outbox"),
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      fs.rmSync(root, { recursive: true });
    },
  };
}

interface Parameter {
  readonly name: string;
  readonly in: "query" | "header" | "path";
  readonly required?: boolean;
}
interface Operation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, unknown>>;
}
interface Document {
  readonly servers: readonly [{ readonly url: string }];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: {
    readonly securitySchemes: { readonly token: { readonly name: string } };
    readonly parameters: Readonly<Record<string, Parameter>>;
  };
}
interface Given {
  readonly values?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Creates a client that calls operations by their ids. */
async function openClient(documentUrl: string, shared: Readonly<Record<string, string>>) {
  const document = (await (await fetch(documentUrl)).json()) as Document;
  const { parameters: known, securitySchemes } = document.components;
  const operations = Object.entries(document.paths).flatMap(([at, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ at, method, operation })),
  );
  return async (operationId: string, { values = {}, body, token, headers }: Given = {}) => {
    const found = operations.find(({ operation }) => operation.operationId === operationId);
    if (!found) throw new Error(`The document has no ${operationId}`);
    const { at, method, operation } = found;
    const sent = new Headers({ ...shared, ...headers });
    const url = new URL(
      at.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!)),
      new URL(document.servers[0].url, documentUrl),
    );
    for (const each of operation.parameters ?? []) {
      const parameter = "$ref" in each ? known[each.$ref.split("/").at(-1)!]! : each;
      const value = values[parameter.name];
      if (parameter.in === "query" && value !== undefined)
        url.searchParams.set(parameter.name, value);
      if (parameter.in === "header" && parameter.required)
        sent.set(parameter.name, value ?? randomUUID());
    }
    if (operation.security.some((way) => "token" in way) && token !== undefined)
      sent.set(securitySchemes.token.name, token);
    const [type] = Object.keys(operation.requestBody?.content ?? {});
    if (type !== undefined) sent.set("content-type", type);
    const isForm = type === "application/x-www-form-urlencoded";
    const answer = await fetch(url, {
      method: method.toUpperCase(),
      headers: sent,
      redirect: "manual",
      ...(type !== undefined && {
        body: isForm
          ? new URLSearchParams(body as Record<string, string>)
          : JSON.stringify(body ?? {}),
      }),
    });
    expect(Object.keys(operation.responses), operationId).toContain(String(answer.status));
    const text = await answer.text();
    const isJson = answer.headers.get("content-type")?.startsWith("application/json");
    const { data, key } = isJson ? (JSON.parse(text) as { data: unknown; key?: string }) : {};
    return { status: answer.status, headers: answer.headers, text, key, data: data as never };
  };
}

function decodePart(encoding: string | undefined, body: string): string {
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  if (encoding !== "quoted-printable") return body;
  const bytes = body
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}

/** Language and plain text of an email. */
function readMail(mail: string): { language: string; text: string } {
  const language = /^Content-Language: (.*?)\r?$/m.exec(mail)![1]!;
  const [, part = ""] = mail.split(/^Content-Type: text\/plain[^\n]*\n/m);
  const encoding = /^Content-Transfer-Encoding: (\S+)/m.exec(part)?.[1];
  const body = part
    .slice(part.search(/\r?\n\r?\n/))
    .split(/^--/m)[0]!
    .trim();
  return { language, text: decodePart(encoding, body) };
}

/** Returns the emails to an address one by one. */
function watchOutbox(outbox: string, address: string) {
  const known = new Set<string>();
  const read = (file: string) => fs.readFileSync(path.join(outbox, file), "utf8");
  // The file exists before its content is written.
  const isOwn = (file: string) =>
    !known.has(file) && read(file).includes(`\r\nTo: ${address}\r\n`) && /--\s*$/.test(read(file));
  const find = () =>
    fs.existsSync(outbox) ? fs.readdirSync(outbox).sort().find(isOwn) : undefined;
  return async (): Promise<{ language: string; text: string }> => {
    await expect.poll(find, { timeout: 20_000 }).toBeDefined();
    const file = find()!;
    known.add(file);
    return readMail(read(file));
  };
}

describe.each([
  {
    command: "serve",
    language: "en",
    tag: "en-US",
    prefix: "",
    letters: /your code|Paid|receipt/i,
  },
  { command: "serve", language: "ar", tag: "ar", prefix: "/ar", letters: /\p{Script=Arabic}/u },
  { command: "preview", language: "en", tag: "en-US", prefix: "", letters: /receipt/i },
] as const)("toolkit $command in $language", ({ command, language, tag, prefix, letters }) => {
  const email = `mira.${language}@example.org`;
  const password = "a fine long sentence";
  type Caller = Awaited<ReturnType<typeof openClient>>;
  let program: Program;
  let nextMail: ReturnType<typeof watchOutbox>;
  let call: Caller;
  let token: string;
  const own = (operationId: string, given: Given = {}) => call(operationId, { token, ...given });

  /** Opens an order's page and presses its buttons in sequence. */
  async function pay(planId: string, buttons: readonly string[]): Promise<string> {
    const headers = { referer: `https://fermata.example${prefix}/pricing` };
    const opened = await own("getPaymentUrl", { values: { plan_id: planId }, headers });
    const { order_id, payment_url } = opened.data as { order_id: string; payment_url: string };
    const checkout = payment_url.split("/").at(-1)!;
    let page = await call("showCheckout", { values: { checkout } });
    expect(page.text).toContain(`<html lang="${tag}" dir="${language === "ar" ? "rtl" : "ltr"}">`);
    for (const button of buttons) {
      expect(page.text).toContain(`name="action" value="${button}"`);
      const pressed = await call("useCheckout", {
        values: { checkout },
        body: { action: button, consent: "on" },
      });
      expect(pressed.status).toBe(303);
      const back = new URL(pressed.headers.get("location")!, payment_url);
      if (back.pathname.startsWith("/audio/")) {
        const answer = await fetch(back);
        page = { ...page, status: answer.status, text: await answer.text() };
      } else expect(back.pathname).toBe(`${prefix}/pricing`);
    }
    return order_id;
  }

  beforeAll(async () => {
    program = await start(command);
    nextMail = watchOutbox(program.outbox, email);
    call = await openClient(`${program.url}/audio/api/openapi.json`, {
      "accept-language": language,
    });
  }, 60_000);
  afterAll(() => program.stop());

  it("CLI-3 API-1 API-2 API-3 USR-4 registers with the code of a mail, and logs in", async () => {
    expect((await call("register", { body: { email, password: "short" } })).key).toBe(
      "password_short",
    );
    const sent = await call("register", { body: { email, password } });
    expect(sent.data).toMatchObject({ registerState: "code_sent", resend_after: 60 });
    const mail = await nextMail();
    expect(mail.language).toBe(tag);
    const [code] = /\b\d{6}\b/.exec(mail.text)!;
    const made = await call("verifyCode", { body: { email, code } });
    expect(made.data).toMatchObject({ user_info: { user_email: email }, subscription: null });
    const again = await call("login", { body: { email, password } });
    ({ token } = again.data as { token: string });
    expect((await own("getUser")).data).toMatchObject({ user_info: { user_email: email } });
  });

  it("API-9 API-10 USR-14 has the daily credits with the account, and cannot claim them twice", async () => {
    expect((await own("getBalance")).data).toMatchObject({ free_credits: 3, buy_credits: 0 });
    const late = await own("claimDaily");
    expect(late).toMatchObject({ status: 409, key: "claim_too_soon" });
    expect(Number(late.headers.get("retry-after"))).toBeGreaterThan(86_000);
    expect((await own("getBalance")).data).toMatchObject({ free_credits: 3, buy_credits: 0 });
  });

  it("API-11 USR-9 takes the gift, once for a key", async () => {
    const values = { "Idempotency-Key": randomUUID() };
    expect((await own("replenish", { values })).data).toMatchObject({ free_credits: 3 + GIFT });
    const again = await own("replenish", { values });
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect((await own("replenish")).key).toBe("gift_taken");
  });

  it("API-14 API-15 USR-11 buys a pack and a plan on the pages of the sandbox", async () => {
    const { packs, plans } = (await call("getPlans")).data as {
      packs: { id: string; credits: number }[];
      plans: { id: string; credits_per_month: number }[];
    };
    const [pack] = packs;
    const order_id = await pay(pack!.id, ["pay"]);
    const values = { order_id };
    expect((await own("getPaymentResult", { values })).data).toEqual({ status: "paid" });
    const noted = await own("addPayRecord", { body: { order_id, plan_id: pack!.id } });
    expect(noted.data).toMatchObject({ order_id, status: "paid" });
    const mail = await nextMail();
    expect(mail.language).toBe(tag);
    expect(mail.text).toMatch(language === "ar" ? letters : /has arrived/);

    const [plan] = plans;
    await pay(`${plan!.id}-monthly`, ["decline", "step", "pay"]);
    const { subscription } = (await own("getUser")).data as { subscription: object };
    expect(subscription).toMatchObject({ status: "active", period: "monthly" });
    expect((await own("getBalance")).data).toMatchObject({
      buy_credits: pack!.credits + plan!.credits_per_month,
    });
  });

  it("API-17 USR-10 reserves, settles and refunds jobs; API-12 they are in the history", async () => {
    const body = { tool: "cleaner", seconds: 61 };
    const one = (await own("reserve", { body })).data as { usage_id: string; cost: number };
    const two = (await own("reserve", { body })).data as { usage_id: string };
    expect(one.cost).toBe(2);
    await own("settle", { body: { usage_id: one.usage_id } });
    await own("refund", { body: { usage_id: two.usage_id } });
    const page = await own("getUsagePage", { body: { page: 1, page_size: 10 } });
    expect(page.data).toMatchObject({
      total: 2,
      list: [
        { id: two.usage_id, state: "refunded" },
        { id: one.usage_id, state: "settled", tool: "cleaner", seconds: 61 },
      ],
    });
    await own("deleteUsage", { body: { ids: [two.usage_id] } });
    expect((await own("getUsagePage", { body: { page: 1, page_size: 10 } })).data).toMatchObject({
      total: 1,
    });
  });

  it("API-13 USR-8 USR-12 finds payments, and their receipts", async () => {
    const { list } = (await own("getPaymentPage", { body: { page: 1, page_size: 10 } })).data as {
      list: { order_id: string; status: string }[];
    };
    expect(list.map(({ status }) => status)).toEqual(["paid", "paid"]);
    const { order_id } = list[0]!;
    const invoice = await own("getInvoice", { values: { order_id } });
    const { receipt_url } = invoice.data as { receipt_url: string };
    const shown = await call("showReceipt", {
      values: { receipt: receipt_url.split("/").at(-1)! },
    });
    expect(shown.text).toContain(`lang="${tag}"`);
    expect(shown.text).toContain(email);
    expect(shown.text).toMatch(letters);
  });

  it("API-16 USR-12 cancels the plan, which runs to its end", async () => {
    expect((await own("cancelSubscription")).data).toMatchObject({ cancel_at_period_end: true });
  });

  it("API-8 USR-5 takes its data along, deletes the account, and is let in no more", async () => {
    expect((await own("exportData")).data).toMatchObject({
      account: { user_email: email, locale: language },
      usages: [
        { tool: "cleaner", hidden: true },
        { tool: "cleaner", hidden: false },
      ],
      payments: [{ status: "paid" }, { status: "paid" }],
    });
    const wrong = await own("cancelAccount", { body: { password: "not this one" } });
    expect(wrong).toMatchObject({ status: 400, key: "password_wrong" });
    expect((await own("cancelAccount", { body: { password } })).status).toBe(200);
    expect(await own("getUser")).toMatchObject({ status: 401, key: "not_signed_in" });
    expect(await call("login", { body: { email, password } })).toMatchObject({
      status: 400,
      key: "invalid_credentials",
    });
  });
});
