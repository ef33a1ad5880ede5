import { randomBytes } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { isIP } from "node:net";
import { z } from "zod";
import type { DatabaseSettings } from "../db/db.ts";
import { isInsideName, isPublicAddress } from "../addresses/public-address.ts";

/** The operator's settings; docs/server.md documents every variable. */
export interface Settings {
  /** Root folder of the site's project. */
  readonly root: string;
  readonly port: number;
  readonly host: string;
  /** Public URL of the API, without a trailing slash; null if unknown. */
  readonly publicUrl: string | null;
  /** Whether the server is reachable by anyone other than the site's developer. */
  readonly isForPublic: boolean;
  /** Whether HSTS includes the subdomains of `publicUrl`. */
  readonly hstsSubdomains: boolean;
  /** Origins whose pages may call the API. */
  readonly corsOrigins: readonly string[];
  /** Addresses and networks whose `X-Forwarded-For` is trusted. */
  readonly trustedProxies: readonly string[];
  /** Sustained request rate of a client; 0: unlimited. */
  readonly requestsPerSecond: number;
  /** Concurrent connections of a client; 0: unlimited. */
  readonly connectionsPerClient: number;
  /** Seconds between the shutdown signal and the exit, during which requests are still answered. */
  readonly drainSeconds: number;
  readonly database: DatabaseSettings;
  /** Folder of the built site, which contains the template of the page of shared episodes. */
  readonly siteFolder: string;
  /** Folder for the server's own data. */
  readonly dataFolder: string;
  /** Key of the digests of guessable values. */
  readonly secret: string;
  /** URL of the mail server; null: messages are written to the outbox folder. */
  readonly smtpUrl: string | null;
  /** Whether `smtp://` may send without encryption. */
  readonly smtpPlaintext: boolean;
  readonly mailFrom: string | null;
  /** URL of the SMS provider; null: no SMS is sent. */
  readonly smsUrl: string | null;
  /** Prefixes of the phone numbers that may receive SMS. */
  readonly smsPrefixes: readonly string[];
  readonly payment:
    | { readonly provider: "sandbox" }
    /** Nothing is sold. */
    | { readonly provider: "none" }
    | {
        readonly provider: "stripe";
        readonly secretKey: string;
        readonly webhookSecret: string;
      };
  /** `folder:<path>` or `s3://…`; null: a folder below `dataFolder`. */
  readonly objectStore: string | null;
  /** Maximum total bytes of uploaded audio; 0: unlimited. */
  readonly uploadBytes: number;
  /** Maximum total bytes of the files of jobs, and of those of one account; 0: unlimited. */
  readonly fileBytes: number;
  readonly fileBytesOfAccount: number;
  /**
   * Keys that encrypt the keys of files and sign receipts: the first one is used for new files, the
   * others for earlier ones.
   */
  readonly fileKeys: readonly FileKey[];
  /** URL to which usage events are forwarded. */
  readonly trackForwardUrl: string | null;
  /** File for usage events; null: not written to a file. */
  readonly trackFile: string | null;
  /** Proxy for fetching links; null: fetched directly. */
  readonly linksProxy: URL | null;
  /** Path of yt-dlp; null: only openly accessible media can be fetched. */
  readonly ytDlp: string | null;
  /** `PATH` of that program. */
  readonly programPath: string;
  /** Endpoint of hosted models, without a trailing slash; null: there is none. */
  readonly hostedUrl: string | null;
  /** API key of that endpoint; null: none is needed. */
  readonly hostedKey: string | null;
  /** Attempts by all clients together in ten minutes, above which proof of work is required. */
  readonly beforeProof: {
    /** Requested codes. */
    readonly code: number;
    /** Logins, and the same number of entered codes. */
    readonly login: number;
    readonly rate: number;
  };
  /** Maximum number of passwords hashed concurrently. */
  readonly passwordHashes: number;
  /** Endpoint of OpenTelemetry's collector, without a trailing slash; null: nothing is traced. */
  readonly otlpEndpoint: string | null;
  /** Token required to read the metrics; null: only this host may read them. */
  readonly metricsToken: string | null;
  /** Token required for the operator's calls; null: any call from this host is the operator's. */
  readonly operatorToken: string | null;
}

/** A key of the operator, which encrypts the keys of files and signs receipts. */
export interface FileKey {
  readonly id: string;
  readonly secret: string;
}

/** Names the invalid settings, never their values. */
export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** Seconds in which load balancers notice that the server is shutting down. */
const DRAIN = 5;

const list = z
  .string()
  .default("")
  .transform((text) => text.split(/[\s,]+/).filter((part) => part !== ""));
const optional = z
  .string()
  .optional()
  .transform((text) => (text === undefined || text === "" ? null : text));
const yesOrNo = z
  .enum(["no", "yes"])
  .default("no")
  .transform((word) => word === "yes");
const webUrl = z.url({ protocol: /^https?$/, error: "an address with http or https" });
const origin = z
  .string()
  .regex(/^https?:\/\/[^/\s*]+$/, "an origin such as https://example.com, without a path");
/** Attempts in ten minutes. */
const attempts = z.coerce.number().int().min(1).max(1e9);

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8787),
  HOST: z.string().min(1).default("127.0.0.1"),
  PUBLIC_URL: optional.pipe(origin.nullable()),
  HSTS_SUBDOMAINS: yesOrNo,
  CORS_ORIGINS: list.pipe(z.array(origin)),
  TRUSTED_PROXIES: list.pipe(
    z.array(z.string().regex(/^[0-9a-f.:]+(\/\d{1,3})?$/i, "addresses and networks in CIDR form")),
  ),
  CONNECTIONS_PER_CLIENT: z.coerce.number().int().min(0).max(10_000).default(128),
  DRAIN_SECONDS: z.coerce.number().min(0).max(600).optional(),
  REQUESTS_PER_SECOND: z.coerce.number().min(0).max(1e6).default(20),
  DATABASE_URL: optional.pipe(
    z
      .string()
      .regex(/^postgres(ql)?:\/\//, "an address that begins with postgres://")
      .nullable(),
  ),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(1).max(500).default(10),
  DATA_DIR: optional,
  SITE_DIR: optional,
  SECRET_KEY: optional.pipe(
    z.string().min(32, "32 characters at least; `openssl rand -hex 32` makes some").nullable(),
  ),
  SMTP_URL: optional.pipe(
    z
      .string()
      .regex(/^smtps?:\/\//, "an address that begins with smtp:// or smtps://")
      .nullable(),
  ),
  SMTP_PLAINTEXT: yesOrNo,
  MAIL_FROM: optional,
  SMS_URL: optional.pipe(
    z
      .string()
      .regex(/^twilio:\/\//, "an address that begins with twilio://")
      .nullable(),
  ),
  SMS_PREFIXES: list.pipe(
    z.array(z.string().regex(/^\+[1-9]\d{0,14}$/, "codes of countries such as +1 +49")),
  ),
  PAYMENT_PROVIDER: z.enum(["none", "sandbox", "stripe"]).optional(),
  STRIPE_SECRET_KEY: optional,
  STRIPE_WEBHOOK_SECRET: optional,
  OBJECT_STORE: optional.pipe(
    z
      .string()
      .regex(/^(folder:|s3:\/\/)/, "folder:<path> or s3://…")
      .nullable(),
  ),
  UPLOADS_GB: z.coerce.number().min(0).max(1e6).default(100),
  FILES_GB: z.coerce.number().min(0).max(1e6).default(100),
  FILES_GB_PER_ACCOUNT: z.coerce.number().min(0.001).max(1e6).default(4),
  FILE_KEYS: list.pipe(
    z.array(
      z
        .string()
        .regex(
          /^[a-z0-9][a-z0-9-]{0,31}:[0-9a-f]{64}$/,
          "names and keys such as 2027:<64 hexadecimal digits>; `openssl rand -hex 32` makes a key",
        ),
    ),
  ),
  TRACK_FORWARD_URL: optional.pipe(webUrl.nullable()),
  TRACK_FILE: optional,
  LINKS_PROXY: optional.pipe(
    z.url({ protocol: /^http$/, error: "an address with http" }).nullable(),
  ),
  YT_DLP: optional,
  HOSTED_URL: optional.pipe(webUrl.nullable()),
  HOSTED_KEY: optional.pipe(
    z
      .string()
      .regex(/^[\x21-\x7e]+$/, "a key without spaces")
      .nullable(),
  ),
  CODES_BEFORE_PROOF: attempts.default(200),
  LOGINS_BEFORE_PROOF: attempts.default(3000),
  RATINGS_BEFORE_PROOF: attempts.default(600),
  PASSWORD_HASHES: z.coerce.number().int().min(1).max(64).default(2),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional.pipe(webUrl.nullable()),
  METRICS_TOKEN: optional.pipe(z.string().min(16, "16 characters at least").nullable()),
  OPERATOR_TOKEN: optional.pipe(
    z
      .string()
      .regex(/^[\x21-\x7e]{16,}$/, "16 characters at least, without spaces")
      .nullable(),
  ),
});
type Environment = z.output<typeof schema>;
export const VARIABLES: readonly string[] = Object.keys(schema.shape);

/**
 * Reads the settings from an environment and a site's folder.
 * @throws {SettingsError} with all problems
 */
export function readSettings(
  env: Readonly<Record<string, string | undefined>>,
  root: string,
): Settings {
  // A variable with an empty value counts as unset.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ""));
  const parsed = schema.safeParse(given);
  if (!parsed.success)
    throw new SettingsError(
      parsed.error.issues.map(({ path: at, message }) => `${String(at[0])}: ${message}`).join("\n"),
    );
  const known = parsed.data;
  const problems = [...contradictions(known)];
  if (problems.length > 0) throw new SettingsError(problems.join("\n"));
  const dataFolder = path.resolve(root, known.DATA_DIR ?? ".toolkit/data");
  const secret = known.SECRET_KEY ?? keepSecret(dataFolder);
  return {
    root,
    port: known.PORT,
    host: known.HOST,
    publicUrl: known.PUBLIC_URL,
    isForPublic: isForPublic(known),
    hstsSubdomains: known.HSTS_SUBDOMAINS,
    corsOrigins: known.CORS_ORIGINS,
    trustedProxies: known.TRUSTED_PROXIES,
    requestsPerSecond: known.REQUESTS_PER_SECOND,
    connectionsPerClient: known.CONNECTIONS_PER_CLIENT,
    drainSeconds: known.DRAIN_SECONDS ?? (isForPublic(known) ? DRAIN : 0),
    database: {
      url: known.DATABASE_URL,
      file: path.join(dataFolder, "toolkit.sqlite"),
      connections: known.DATABASE_CONNECTIONS,
    },
    siteFolder: path.resolve(root, known.SITE_DIR ?? "dist"),
    dataFolder,
    secret,
    smtpUrl: known.SMTP_URL,
    smtpPlaintext: known.SMTP_PLAINTEXT,
    mailFrom: known.MAIL_FROM,
    smsUrl: known.SMS_URL,
    smsPrefixes: known.SMS_PREFIXES,
    payment:
      known.PAYMENT_PROVIDER === "stripe"
        ? {
            provider: "stripe",
            secretKey: known.STRIPE_SECRET_KEY!,
            webhookSecret: known.STRIPE_WEBHOOK_SECRET!,
          }
        : { provider: known.PAYMENT_PROVIDER ?? (isForPublic(known) ? "none" : "sandbox") },
    objectStore: known.OBJECT_STORE,
    uploadBytes: Math.round(known.UPLOADS_GB * 1024 ** 3),
    fileBytes: Math.round(known.FILES_GB * 1024 ** 3),
    fileBytesOfAccount: Math.round(known.FILES_GB_PER_ACCOUNT * 1024 ** 3),
    fileKeys: [...known.FILE_KEYS.map(parseFileKey), { id: DEFAULT_FILE_KEY, secret }],
    trackForwardUrl: known.TRACK_FORWARD_URL,
    trackFile: known.TRACK_FILE,
    linksProxy: known.LINKS_PROXY === null ? null : new URL(known.LINKS_PROXY),
    ytDlp: known.YT_DLP,
    programPath: env["PATH"] ?? "",
    hostedUrl: known.HOSTED_URL?.replace(/(?<!\/)\/+$/, "") ?? null,
    hostedKey: known.HOSTED_KEY,
    beforeProof: {
      code: known.CODES_BEFORE_PROOF,
      login: known.LOGINS_BEFORE_PROOF,
      rate: known.RATINGS_BEFORE_PROOF,
    },
    passwordHashes: known.PASSWORD_HASHES,
    otlpEndpoint: known.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/(?<!\/)\/+$/, "") ?? null,
    metricsToken: known.METRICS_TOKEN,
    operatorToken: known.OPERATOR_TOKEN,
  };
}

/** Name of the key that is derived from `SECRET_KEY`. */
const DEFAULT_FILE_KEY = "secret";

function parseFileKey(text: string): FileKey {
  const [id, secret] = text.split(":");
  return { id: id!, secret: secret! };
}

export const isLocal = (url: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname);

/**
 * Whether the server is reachable by anyone other than the site's developer. Then the sandbox, in
 * which no one pays, has to be configured explicitly, and the public URL is not derived from client
 * input.
 */
function isForPublic({ DATABASE_URL, HOST, PUBLIC_URL }: Environment): boolean {
  const listensBeyond = !isLocal(`http://${HOST.includes(":") ? `[${HOST}]` : HOST}`);
  return DATABASE_URL !== null || listensBeyond || (PUBLIC_URL !== null && !isLocal(PUBLIC_URL));
}

/** Whether a URL points to this host or to a private network. */
function isInside(url: string): boolean {
  const name = (URL.parse(url)?.hostname ?? "").toLowerCase().replace(/^\[|\]$/g, "");
  return isIP(name) === 0 ? isInsideName(name.replace(/\.$/, "")) : !isPublicAddress(name);
}

function* contradictions(known: Environment): Generator<string> {
  if (known.PUBLIC_URL === null && isForPublic(known))
    yield "PUBLIC_URL: needed with DATABASE_URL, and with a HOST beyond this machine; the origin under which people reach the API, such as https://api.example.com";
  if (known.DATABASE_URL !== null && known.SECRET_KEY === null)
    yield "SECRET_KEY: needed with DATABASE_URL, the same in all processes; `openssl rand -hex 32` makes one";
  if (known.SMTP_URL !== null && known.MAIL_FROM === null)
    yield "MAIL_FROM: needed with SMTP_URL, an address such as hello@example.com";
  if (known.SMTP_PLAINTEXT && known.SMTP_URL !== null && !isInside(known.SMTP_URL))
    yield "SMTP_PLAINTEXT: only for a mail server of your own network; passwords and codes would cross the internet unencrypted";
  if (known.SMS_URL !== null && known.SMS_PREFIXES.length === 0)
    yield "SMS_PREFIXES: needed with SMS_URL, the codes of the countries that are texted, such as +1 +49: each message costs, and strangers choose whom it goes to";
  const names = [DEFAULT_FILE_KEY, ...known.FILE_KEYS.map((key) => parseFileKey(key).id)];
  if (new Set(names).size < names.length)
    yield `FILE_KEYS: each key needs a name of its own, other than ${DEFAULT_FILE_KEY}`;
  if (known.HOSTED_KEY !== null && known.HOSTED_URL === null)
    yield "HOSTED_URL: needed with HOSTED_KEY, an address such as https://api.example.com/v1";
  if (known.PAYMENT_PROVIDER !== "stripe") return;
  for (const name of ["STRIPE_SECRET_KEY", "STRIPE_WEBHOOK_SECRET"] as const)
    if (known[name] === null) yield `${name}: needed with PAYMENT_PROVIDER=stripe`;
}

/** Reads this installation's secret, or creates it. */
function keepSecret(folder: string): string {
  const file = path.join(folder, "secret");
  fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    fs.writeFileSync(file, randomBytes(32).toString("hex"), { mode: 0o600, flag: "wx" });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  }
  const secret = fs.readFileSync(file, "utf8").trim();
  if (secret.length < 32)
    throw new SettingsError(`${file}: too short; delete it, and another one is made`);
  return secret;
}
