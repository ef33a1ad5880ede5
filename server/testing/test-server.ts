import { configSchema, siteOf } from "#core/site/config.ts";
import { isPhone } from "#core/api/contract/addresses.ts";
import {
  type ResponseOf,
  type AnyCall,
  type RequestOf,
  envelope,
  SUCCESS,
} from "#core/api/contract/call.ts";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import type { Cost } from "#core/page/page.ts";
import path from "node:path";
import { createIsCommon, readCommonWords } from "../accounts/common-passwords.ts";
import { createClosedLimits } from "../admission/limits.ts";
import type { Passwords } from "../deps/passwords.ts";
import { createPressure } from "../admission/pressure.ts";
import { createSlots } from "../admission/slots.ts";
import { type App, createApp } from "../app.ts";
import { insertMember } from "./insert-member.ts";
import { holdToDocument } from "./hold-to-document.ts";
import type { Settings } from "../deps/settings.ts";
import { createReadiness } from "../deps/readiness.ts";
import { createYield } from "../deps/event-loop.ts";
import type { DatabaseSettings } from "../db/db.ts";
import { openDb } from "../db/open-db.ts";
import { type Deps, systemRandom } from "../deps/deps.ts";
import { type LogValue, createLog } from "../deps/log.ts";
import type { Email, EmailQueue } from "../deps/mail.ts";
import { loadEmailTexts } from "../mail/email-texts.ts";
import { publicNetwork } from "../download/net/fetch-public.ts";
import { createJobEvents } from "../jobs/job-events.ts";
import { createTableQueue } from "../jobs/table-queue.ts";
import { createMetrics } from "../deps/metrics.ts";
import { createMemoryStore } from "../objects/memory-store.ts";
import { addParts } from "../open-parts.ts";
import { createIds } from "../ports/clock.ts";
import { NO_TRACER } from "../ports/tracer.ts";
import { createCallRunner } from "../hosted/call-runner.ts";

export interface TestResponse<C extends AnyCall> {
  readonly status: number;
  readonly code: number;
  readonly key: string | undefined;
  readonly params: Readonly<Record<string, string | number>> | undefined;
  /** Data of a successful response; undefined otherwise. */
  readonly data: ResponseOf<C>;
  readonly message: string | undefined;
  readonly headers: Headers;
}
interface CallOptions {
  readonly token?: string | undefined;
  /** Idempotency key; generated if the call requires one and none is given. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly client?: string;
}

export interface TestServer {
  readonly app: App;
  readonly deps: Deps;
  readonly sentEmails: Email[];
  readonly logs: { level: string; event: string; values: Readonly<Record<string, LogValue>> }[];
  readonly advance: (milliseconds: number) => void;
  /** Makes a call through the app, and parses the response according to the contract. */
  readonly call: <C extends AnyCall>(
    call: C,
    request?: RequestOf<C>,
    options?: CallOptions,
  ) => Promise<TestResponse<C>>;
  /** Inserts an account without a registration. */
  readonly addUser: (
    email?: string,
    password?: string,
  ) => Promise<{ userId: string; token: string; email: string }>;
  readonly close: () => Promise<void>;
}

function readLine(line: string): TestServer["logs"][number] {
  const { at: _at, level, event, ...values } = JSON.parse(line) as Record<string, LogValue>;
  return { level: String(level), event: String(event), values };
}

/** Password hashes without cost. */
export const quickPasswords: Passwords = {
  hash: async (password) => `quick$${password}`,
  verify: async (password, hash) => hash === `quick$${password}`,
  isOutdated: () => false,
  waiting: () => 0,
};

export const TEST_SETTINGS: Omit<Settings, "database"> = {
  root: path.resolve(import.meta.dirname, "../.."),
  port: 0,
  host: "127.0.0.1",
  publicUrl: "https://api.example",
  isForPublic: true,
  hstsSubdomains: false,
  corsOrigins: ["https://fermata.example"],
  trustedProxies: [],
  requestsPerSecond: 0,
  connectionsPerClient: 0,
  drainSeconds: 0,
  siteFolder: "",
  dataFolder: "",
  secret: "s".repeat(64),
  smtpUrl: null,
  smtpPlaintext: false,
  mailFrom: null,
  smsUrl: null,
  smsPrefixes: [],
  payment: { provider: "sandbox" },
  objectStore: null,
  uploadBytes: 0,
  fileBytes: 0,
  fileBytesOfAccount: 64 * 1024 * 1024,
  fileKeys: [{ id: "secret", secret: "s".repeat(64) }],
  trackForwardUrl: null,
  trackFile: null,
  linksProxy: null,
  ytDlp: null,
  programPath: "",
  hostedUrl: null,
  hostedKey: null,
  beforeProof: { code: 200, login: 3000, rate: 600 },
  passwordHashes: 2,
  otlpEndpoint: null,
  metricsToken: null,
  operatorToken: null,
};

export const TEST_OFFERS: Deps["offers"] = {
  daily: 3,
  gift: 5,
  currency: "USD",
  packs: [
    { id: "pack-60", credits: 60, price: 6 },
    { id: "pack-200", credits: 200, price: 15 },
  ],
  plans: [{ id: "basic", name: "Basic", creditsPerMonth: 200, monthly: 9, yearly: 90 }],
  costs: new Map<string, Cost>([
    ["cutter", "free"],
    ["cleaner", 1],
    ["splitter", 2],
    ["downloader", 3],
    ["enhancer", 1],
  ]),
  // Includes the free tool, which must not use hosted models nevertheless.
  hostedTools: new Set(["cutter", "cleaner", "splitter", "downloader"]),
  songTools: new Set(),
  toolCalls: new Map([
    [
      "cleaner",
      { calls: { run: 1, separate: 1, cover: 1, transcribe: 1 }, effects: ["volume", "denoise"] },
    ],
    ["splitter", { calls: { separate: 0.5, cover: 0.5 }, effects: [] }],
    ["cutter", { calls: { run: 1 }, effects: ["volume"] }],
    ["downloader", { calls: { run: 1 }, effects: ["volume"] }],
  ]),
};

export const TEST_JOB_RULES: Deps["jobRules"] = {
  enabled: true,
  price: 1,
  atOnce: { free: 1, plan: 2 },
  expireHours: 24,
  resultHours: 24,
  models: [],
  tracing: false,
  inference: [],
};

const TEST_SITE = siteOf(
  configSchema.parse({
    site: { name: "Fermata", origin: "https://fermata.example", contact: "hello@fermata.example" },
  }),
);

/** Creates a server on its own database, with a stopped clock and captured emails. */
export async function createTestServer(
  database: DatabaseSettings,
  overrides: Partial<Deps> & { readonly start?: number } = {},
): Promise<TestServer> {
  let now = overrides.start ?? Date.UTC(2026, 10, 21, 12);
  const clock = (): number => now;
  const sentEmails: Email[] = [];
  const logs: TestServer["logs"] = [];
  const root = TEST_SETTINGS.root;
  const emailTexts = await loadEmailTexts([path.join(root, "locales")], DEFAULT_LOCALES);
  const emails: EmailQueue = {
    add: async (_tx, _to, email) => void (email && sentEmails.push(email)),
    reaches: (address) => !isPhone(address),
    deliver: async () => {},
    erase: async () => {},
    forget: async () => {},
    close: async () => {},
  };
  const db =
    overrides.db ??
    (await openDb(database, (error) =>
      logs.push({ level: "warn", event: "db", values: { error: String(error) } }),
    ));
  const ids = createIds(clock);
  const log = createLog((line) => logs.push(readLine(line)), clock);
  const base = {
    settings: { ...TEST_SETTINGS, database },
    db,
    readiness: createReadiness({ db, clock }),
    clock,
    ids,
    random: systemRandom,
    passwords: quickPasswords,
    closedLimits: createClosedLimits(clock),
    pressure: createPressure(clock, TEST_SETTINGS.beforeProof),
    slots: createSlots({ db, clock, ids, settings: TEST_SETTINGS }),
    isCommonPassword: createIsCommon(readCommonWords()),
    emails,
    log,
    metrics: createMetrics(),
    tracer: NO_TRACER,
    offers: TEST_OFFERS,
    xsrf: { cookie: "XSRF-TOKEN", header: "X-XSRF-TOKEN" },
    errorMessage: emailTexts.errorMessage,
    locales: DEFAULT_LOCALES,
    inFlight: new Map<string, string>(),
    turns: createYield(),
    jobQueue: createTableQueue({ db, clock }),
    jobEvents: createJobEvents({ db, clock, log }),
    jobRules: TEST_JOB_RULES,
  };
  const parts = addParts(
    { ...base, ...overrides },
    {
      site: TEST_SITE,
      emailTexts,
      folders: [],
      links: { enabled: false, network: publicNetwork },
      hosted: { transcription: null, chat: null, speech: null },
    },
  );
  const all = { ...parts, objects: createMemoryStore(), ...overrides };
  const deps: Deps = { ...all, hostedCalls: createCallRunner(all) };
  const app = holdToDocument(createApp(deps), deps);
  const call = createCaller(app);
  return {
    app,
    deps,
    sentEmails,
    logs,
    advance: (milliseconds) => (now += milliseconds),
    call,
    addUser: (email = `${deps.ids()}@example.org`, password = "a password of mine") =>
      addUser(deps, email, password),
    close: async () => {
      await deps.hostedCalls.close(0);
      await db.close();
    },
  };
}

function createCaller(app: App): TestServer["call"] {
  let count = 0;
  return async <C extends AnyCall>(
    call: C,
    request: RequestOf<C> = {} as RequestOf<C>,
    { token, key, headers = {}, client = "192.0.2.1" }: CallOptions = {},
  ): Promise<TestResponse<C>> => {
    const isGet = call.method === "GET";
    const query = isGet
      ? `?${new URLSearchParams(request as Record<string, string>).toString()}`
      : "";
    const response = await app.request(
      `http://api.example${call.path}${query}`,
      {
        method: call.method,
        headers: {
          ...(token !== undefined && { authorization: token }),
          ...(!isGet && { "content-type": "application/json" }),
          ...(call.idempotent && { "idempotency-key": key ?? `test-key-${++count}` }),
          ...headers,
        },
        ...(!isGet && { body: JSON.stringify(request) }),
      },
      { incoming: { socket: { remoteAddress: client } } },
    );
    const wrapped = envelope.parse(await response.json());
    const { code, key: errorKey, params, message, data } = wrapped;
    return {
      status: response.status,
      code,
      key: errorKey,
      params,
      message,
      data: (code === SUCCESS ? call.response.parse(data) : undefined) as ResponseOf<C>,
      headers: response.headers,
    };
  };
}

async function addUser(deps: Deps, email: string, password: string) {
  const passwordHash = await deps.passwords.hash(password);
  const member = await deps.db.write((tx) => insertMember(tx, deps, { email, passwordHash }));
  return { ...member, email };
}
