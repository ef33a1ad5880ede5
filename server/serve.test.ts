import fs from "node:fs";
import http from "node:http";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { configSchema } from "#core/site/config.ts";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { readSettings } from "./deps/settings.ts";
import { createLog } from "./deps/log.ts";
import { type RunningServer, startServer } from "./serve.ts";

const home = path.resolve(import.meta.dirname, "..");
const config = configSchema.parse({
  site: { name: "Fermata", origin: "https://fermata.example", contact: "hello@fermata.example" },
  locales: DEFAULT_LOCALES,
});
const running: RunningServer[] = [];
const folders: string[] = [];
afterEach(async () => {
  await Promise.all(running.splice(0).map((server) => server.close()));
  for (const folder of folders.splice(0)) fs.rmSync(folder, { recursive: true });
});

function makeRoot(): string {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-serve-"));
  folders.push(root);
  fs.mkdirSync(path.join(root, "content/tools"), { recursive: true });
  fs.writeFileSync(path.join(root, "content/tools/a.md"), "---\nslug: cleaner\ncost: 1\n---\n");
  return root;
}

async function start(
  root: string,
  env: Record<string, string> = {},
  signal?: AbortSignal,
  pause?: (milliseconds: number) => Promise<unknown>,
) {
  const mails: string[] = [];
  const lines: string[] = [];
  const server = await startServer({
    settings: readSettings({ PORT: "0", DRAIN_SECONDS: "0", ...env }, root),
    config,
    home,
    log: createLog((line) => lines.push(line)),
    onMail: (file) => mails.push(file),
    ...(signal && { signal }),
    ...(pause && { pause }),
  });
  running.push(server);
  const post = async (at: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(server.url + at, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...headers },
    });
    return {
      status: response.status,
      ...((await response.json()) as { data: Record<string, unknown> }),
    };
  };
  return { ...server, mails, lines, post };
}

it("CLI-3 USR-4 USR-14 a new user registers, reads the code in the outbox, spends the day's credits; all of it is there after a restart", async () => {
  const root = makeRoot();
  const email = "mira@example.org";
  const one = await start(root);
  expect(await (await fetch(`${one.url}/healthz`)).text()).toBe("ok\n");
  await one.post("/audio/api/user/register", { email, password: "a fine long sentence" });
  await expect.poll(() => one.mails.length).toBe(1);
  expect(one.mails[0]!.startsWith(path.join(root, ".toolkit/outbox/"))).toBe(true);
  const [code] = /\b\d{6}\b/.exec(fs.readFileSync(one.mails[0]!, "utf8"))!;
  const made = await one.post("/audio/api/user/register/code/verify", { email, code });
  const { token } = made.data as unknown as { token: string };
  const headers = { authorization: token, "idempotency-key": "a-key-of-mine" };
  const reserved = await one.post(
    "/audio/api/v1/usage/reserve",
    { tool: "cleaner", seconds: 61 },
    headers,
  );
  expect(reserved).toMatchObject({ status: 200, data: { cost: 2, balance: { free_credits: 1 } } });
  await one.close();
  await expect(fetch(`${one.url}/healthz`)).rejects.toThrow();

  const two = await start(root);
  const balance = await fetch(`${two.url}/audio/api/user/credits/balance`, {
    headers: { authorization: token },
  });
  expect(await balance.json()).toMatchObject({ data: { free_credits: 1 } });
  expect(one.lines.join("") + two.lines.join("")).not.toMatch(
    new RegExp(`${token}|${email}|"${code}"`),
  );
});

it("CLI-3 lets a running request end when it closes, and takes no others", async () => {
  const controller = new AbortController();
  const server = await start(makeRoot(), {}, controller.signal);
  const { port, hostname } = new URL(server.url);
  const socket = net.connect(Number(port), hostname);
  const body = JSON.stringify({ email: "a@example.org", password: "a fine long sentence" });
  socket.write(
    `POST /audio/api/user/login/password HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  );
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk.toString()));
  await expect.poll(() => answer).toContain("100 Continue");
  controller.abort();
  await expect
    .poll(() =>
      fetch(server.url).then(
        () => "open",
        () => "closed",
      ),
    )
    .toBe("closed");
  socket.write(body.slice(5));
  await expect.poll(() => answer).toContain("invalid_credentials");
  socket.destroy();
  await server.close();
  expect(server.lines.at(-1)).toContain('"closed"');
});

it("API-17 says that it ends, and answers for a time, before it takes no more requests", async () => {
  const controller = new AbortController();
  const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
  const pauses: number[] = [];
  const pause = (milliseconds: number) => (pauses.push(milliseconds), isOver);
  const env = { DRAIN_SECONDS: "600" };
  const server = await start(makeRoot(), env, controller.signal, pause);
  const readiness = async () => {
    const response = await fetch(`${server.url}/readyz`);
    return [response.status, response.headers.get("connection"), await response.text()];
  };
  expect(await readiness()).toEqual([200, "keep-alive", "ok\n"]);
  controller.abort();
  expect(await readiness()).toEqual([503, "close", "The server is ending\n"]);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect([pauses, server.lines.at(-1)]).toEqual([[600_000], expect.stringContaining('"closing"')]);
  end();
  await server.close();
  await expect(fetch(`${server.url}/healthz`)).rejects.toThrow();
});

it("API-17 says what it sells with, and warns of a sandbox that others reach", async () => {
  const startupLogs = async (env: Record<string, string>) => {
    const { lines, close } = await start(makeRoot(), env);
    await close();
    return lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ level, event }) => level === "warn" || event === "listening")
      .map(({ level, event, payment }) => [level, event, payment]);
  };
  const PUBLIC_URL = "https://api.example";
  expect(await startupLogs({})).toEqual([["info", "listening", "sandbox"]]);
  expect(await startupLogs({ PUBLIC_URL })).toEqual([["info", "listening", "none"]]);
  expect(await startupLogs({ PUBLIC_URL, PAYMENT_PROVIDER: "sandbox" })).toEqual([
    ["warn", "credits_for_nothing", "sandbox"],
    ["info", "listening", "sandbox"],
  ]);
});

it("TLS-8 CLI-3 does not start if the host of hosted models differs from the one shown to visitors", async () => {
  const parsedConfig = configSchema.parse({
    ...config,
    hosted: { ...config.hosted, host: "ai.example" },
  });
  const settingsOf = (root: string, url: string) =>
    readSettings({ PORT: "0", DRAIN_SECONDS: "0", HOSTED_URL: url }, root);
  const startAt = (root: string, url: string) =>
    startServer({
      settings: settingsOf(root, url),
      config: parsedConfig,
      home,
      log: createLog(() => {}),
    });
  const root = makeRoot();
  await expect(startAt(root, "https://other.example/v1")).rejects.toThrow(
    "HOSTED_URL: leads to other.example, and the site tells visitors that it is ai.example",
  );
  await expect(startAt(root, "https://ai.example:8443/v1")).rejects.toThrow("ai.example:8443");
  running.push(await startAt(root, "https://ai.example/v1"));
});

it("CLI-3 a port that is taken is an error, and nothing stays open", async () => {
  const one = await start(makeRoot());
  const { port } = new URL(one.url);
  await expect(start(makeRoot(), { PORT: port })).rejects.toThrow("EADDRINUSE");
});

it("API-17 too many or too long headers are rejected, and the connection is closed", async () => {
  const server = await start(makeRoot());
  const { port, hostname } = new URL(server.url);
  const send = (request: string) =>
    new Promise<string>((resolve, reject) => {
      let answer = "";
      const socket = net.connect(Number(port), hostname, () => socket.write(request));
      socket.on("data", (chunk) => (answer += chunk.toString()));
      socket.on("close", () => resolve(answer));
      socket.on("error", reject);
    });
  expect(
    await send(`GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: ${"a".repeat(20_000)}\r\n\r\n`),
  ).toMatch(/^HTTP\/1.1 431/);
  expect(await send("nonsense\r\n\r\n")).toMatch(/^HTTP\/1.1 400/);
  expect(
    await send("GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"),
  ).toMatch(/^HTTP\/1.1 200/);
});

it("API-17 CLI-14 a server that is not for the public answers under local names alone", async () => {
  const { url } = await start(makeRoot());
  const port = Number(new URL(url).port);
  const statusOf = (host: string, path = "/metrics"): Promise<number> =>
    new Promise((resolve, reject) => {
      http
        .get({ host: "127.0.0.1", port, path, headers: { host } }, (answer) => {
          answer.resume();
          resolve(answer.statusCode!);
        })
        .on("error", reject);
    });
  for (const host of [`localhost:${port}`, `127.0.0.1:${port}`, "[::1]", "a.localhost"])
    expect([host, await statusOf(host)]).toEqual([host, 200]);
  for (const host of [
    "evil.example",
    `evil.example:${port}`,
    "localhost.evil.example",
    "@",
    "192.168.0.2",
  ])
    expect([host, await statusOf(host)]).toEqual([host, 421]);
  expect(await statusOf("evil.example", "/audio/api/v1/rating/summary")).toBe(421);

  const shown = await start(makeRoot(), {
    PUBLIC_URL: "https://api.example.com",
    SECRET_KEY: "s".repeat(64),
  });
  const open = new URL(shown.url).port;
  const answer = await fetch(`http://127.0.0.1:${open}/metrics`);
  expect(answer.status).toBe(404);
});
