import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import { readSettings, SettingsError } from "./settings.ts";

const root = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-settings-"));
afterAll(() => fs.rmSync(root, { recursive: true }));
const SECRET_KEY = "k".repeat(32);

it("API-17 needs no setting at all: a SQLite file, an outbox, the sandbox", () => {
  const settings = readSettings({ SMTP_URL: "" }, root);
  expect(settings).toMatchObject({
    port: 8787,
    host: "127.0.0.1",
    corsOrigins: [],
    trustedProxies: [],
    database: { url: null, file: path.join(root, ".toolkit/data/toolkit.sqlite") },
    smtpUrl: null,
    payment: { provider: "sandbox" },
    otlpEndpoint: null,
    metricsToken: null,
    operatorToken: null,
  });
  expect(settings.secret).toMatch(/^[0-9a-f]{64}$/);
  expect(readSettings({}, root).secret).toBe(settings.secret);
  expect(fs.statSync(path.join(root, ".toolkit/data/secret")).mode & 0o777).toBe(0o600);
});

it.each([
  [{}, "sandbox"],
  [{ PUBLIC_URL: "http://localhost:4173" }, "sandbox"],
  [{ PUBLIC_URL: "http://127.0.0.1" }, "sandbox"],
  [{ PUBLIC_URL: "https://api.example" }, "none"],
  [{ PUBLIC_URL: "https://localhost.example" }, "none"],
  [{ PUBLIC_URL: "https://api.example", PAYMENT_PROVIDER: "sandbox" }, "sandbox"],
  [{ HOST: "::1" }, "sandbox"],
  [{ HOST: "0.0.0.0", PUBLIC_URL: "http://localhost" }, "none"],
  [{ DATABASE_URL: "postgres://db/toolkit", SECRET_KEY, PUBLIC_URL: "http://localhost" }, "none"],
  [
    {
      DATABASE_URL: "postgres://db/toolkit",
      SECRET_KEY,
      PUBLIC_URL: "http://localhost",
      PAYMENT_PROVIDER: "sandbox",
    },
    "sandbox",
  ],
])(
  "with %j the provider of payments is %s: nobody gives credits away by mistake",
  (env, expected) => {
    expect(readSettings(env, root).payment.provider).toBe(expected);
  },
);

it("API-17 uses the configured values", () => {
  const settings = readSettings(
    {
      PORT: "80",
      HOST: "::",
      PUBLIC_URL: "https://api.example",
      CORS_ORIGINS: "https://a.example, https://b.example:8443",
      TRUSTED_PROXIES: "10.0.0.0/8 ::1",
      DATABASE_URL: "postgres://u:p@db/toolkit",
      DATABASE_CONNECTIONS: "25",
      SECRET_KEY,
      SMTP_URL: "smtps://u:p@mail",
      MAIL_FROM: "Fermata <hello@fermata.example>",
      SMS_URL: "twilio://AC1:t@api.twilio.com?from=Fermata",
      SMS_PREFIXES: "+1, +49",
      PAYMENT_PROVIDER: "stripe",
      STRIPE_SECRET_KEY: "sk",
      STRIPE_WEBHOOK_SECRET: "wh",
    },
    root,
  );
  expect(settings).toMatchObject({
    port: 80,
    corsOrigins: ["https://a.example", "https://b.example:8443"],
    trustedProxies: ["10.0.0.0/8", "::1"],
    database: { url: "postgres://u:p@db/toolkit", connections: 25 },
    secret: SECRET_KEY,
    smsPrefixes: ["+1", "+49"],
    payment: { provider: "stripe", secretKey: "sk", webhookSecret: "wh" },
  });
});

it.each([
  [{ PORT: "x" }, /^PORT/],
  [{ PORT: "70000" }, /^PORT/],
  [{ CORS_ORIGINS: "*" }, /^CORS_ORIGINS/],
  [{ CORS_ORIGINS: "https://a.example/path" }, /^CORS_ORIGINS/],
  [{ PUBLIC_URL: "https://a.example/" }, /^PUBLIC_URL/],
  [{ TRUSTED_PROXIES: "everybody" }, /^TRUSTED_PROXIES/],
  [{ DATABASE_URL: "mysql://secret-canary", SECRET_KEY }, /^DATABASE_URL/],
  [{ DATABASE_URL: "postgres://db/toolkit" }, /^PUBLIC_URL: needed[^]*\nSECRET_KEY: needed/],
  [{ DATABASE_URL: "postgres://db/toolkit", SECRET_KEY }, /^PUBLIC_URL: needed/],
  [{ HOST: "0.0.0.0" }, /^PUBLIC_URL: needed/],
  [{ HOST: "::" }, /^PUBLIC_URL: needed/],
  [{ SECRET_KEY: "secret-canary" }, /^SECRET_KEY/],
  [{ SMTP_URL: "smtp://mail" }, /^MAIL_FROM/],
  ...[
    "smtp://mail.example.com",
    "smtp://u:secret-canary@93.184.216.34:25",
    "smtp://[2606:4700::1]",
  ].map((url): [Record<string, string>, RegExp] => [
    { SMTP_URL: url, MAIL_FROM: "a@b.example", SMTP_PLAINTEXT: "yes" },
    /^SMTP_PLAINTEXT: only/,
  ]),
  [{ SMTP_PLAINTEXT: "true" }, /^SMTP_PLAINTEXT/],
  [{ FILE_KEYS: "2027:secret-canary" }, /^FILE_KEYS: names and keys/],
  [
    { FILE_KEYS: `a:${"0".repeat(64)} a:${"1".repeat(64)}` },
    /^FILE_KEYS: each key needs a name of its own/,
  ],
  [{ FILE_KEYS: `secret:${"0".repeat(64)}` }, /^FILE_KEYS: each key needs a name of its own/],
  [{ SMS_URL: "twilio://AC1:secret-canary@api.twilio.com?from=a" }, /^SMS_PREFIXES: needed/],
  [{ SMS_URL: "https://secret-canary", SMS_PREFIXES: "49" }, /^SMS_URL[^]*\nSMS_PREFIXES/],
  [{ PAYMENT_PROVIDER: "stripe" }, /^STRIPE_SECRET_KEY.*\nSTRIPE_WEBHOOK_SECRET/],
  [{ PAYMENT_PROVIDER: "cash", METRICS_TOKEN: "short" }, /^PAYMENT_PROVIDER[^]*\nMETRICS_TOKEN/],
])("API-17 says all that is wrong with %j, and no values", (env, message) => {
  expect(() => readSettings(env, root)).toThrow(SettingsError);
  expect(() => readSettings(env, root)).toThrow(message);
  expect(() => readSettings(env, root)).not.toThrow(/secret-canary/);
});

it.each([
  "smtp://localhost",
  "smtp://mail",
  "smtp://10.0.0.3:25",
  "smtp://[fd00::1]",
  "smtp://relay.internal",
])("API-17 mail may go to %s without encryption where the operator allows it", (url) => {
  const env = { SMTP_URL: url, MAIL_FROM: "a@b.example" };
  expect(readSettings(env, root).smtpPlaintext).toBe(false);
  expect(readSettings({ ...env, SMTP_PLAINTEXT: "yes" }, root).smtpPlaintext).toBe(true);
});

it("JOB-5 keys of files come in their order, that of SECRET_KEY last", () => {
  const SECRET_KEY = "k".repeat(32);
  const own = { id: "secret", secret: SECRET_KEY };
  expect(readSettings({ SECRET_KEY }, root).fileKeys).toEqual([own]);
  const [newer, older] = ["a".repeat(64), "b".repeat(64)];
  const env = { SECRET_KEY, FILE_KEYS: `2027:${newer}, 2026:${older}` };
  expect(readSettings(env, root).fileKeys).toEqual([
    { id: "2027", secret: newer },
    { id: "2026", secret: older },
    own,
  ]);
});
