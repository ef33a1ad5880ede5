import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { totp } from "#server/testing/totp.ts";
import { main } from "../run.ts";
import type { AskPorts } from "./ask.ts";
import { writeProfile } from "./profiles.ts";
import { type TestApi, startTestApi } from "./test-api.ts";

const PASSWORD = "a password of mine";
const NEXT = "another one of mine";
const EMAIL = "mika@example.org";

let api: TestApi;
let home: string;
let data: string;
beforeAll(async () => {
  api = await startTestApi();
  data = path.join(api.root, "data");
  home = fs.mkdtempSync(path.join(os.tmpdir(), "config-"));
  const { token } = await api.addUser(EMAIL, PASSWORD);
  writeProfile({ XDG_CONFIG_HOME: home }, "default", { api: api.url, email: EMAIL, token });
});
afterAll(async () => {
  await api.close();
  fs.rmSync(home, { recursive: true, force: true });
});

/** Runs a command line with piped output. */
async function toolkit(...argv: string[]) {
  let out = "";
  let err = "";
  const code = await main(argv, {
    stdout: { isTTY: false, write: (text) => (out += text) },
    stderr: { isTTY: false, write: (text) => (err += text) },
    stdin: { isTTY: false },
    env: { XDG_CONFIG_HOME: home, LANG: "en_US.UTF-8", TOOLKIT_API: api.url, DATA_DIR: data },
    cwd: () => api.root,
    on: () => {},
  });
  return { code, out, err };
}

let printed = "";
/** A terminal with a user who answers. */
const context = (isTerminal = true) => ({
  root: api.root,
  cwd: api.root,
  home: "",
  env: { XDG_CONFIG_HOME: home },
  print: (text: string) => void (printed += text),
  log: () => {},
  interactive: false,
  printsToTerminal: isTerminal,
  canAsk: true,
  signal: new AbortController().signal,
});
const flags = { input: true };
const person = (passwords: readonly string[], code: () => string = () => ""): AskPorts => {
  const left = [...passwords];
  return {
    stdin: (async function* () {})(),
    ask: async () => ({
      email: async () => EMAIL,
      password: async () => left.shift(),
      code: async () => api.codeOf(EMAIL),
      secondCode: async () => code(),
    }),
  };
};
const piped = (text: string): AskPorts => ({
  ask: () => Promise.reject(new Error("nobody is there")),
  stdin: (async function* () {
    yield Buffer.from(text);
  })(),
});

it("USR-16 CLI-8 sessions are listed and ended by the beginning of an id", async () => {
  const { default: login } = await import("../actions/account/login.ts");
  for (const profile of ["two", "three"])
    await login(context(), { api: api.url, profile, ...flags }, person([PASSWORD]));
  const listed = await toolkit("sessions", "--json");
  const { sessions } = JSON.parse(listed.out) as {
    sessions: { id: string; current: boolean; client: string }[];
  };
  expect(sessions).toHaveLength(3);
  expect(sessions.map(({ client }) => client)).toContain("toolkit");
  const [other] = sessions.filter(({ current }) => !current);
  const rows = (await toolkit("sessions")).out.trim().split("\n");
  expect(rows.find((row) => row.startsWith(other!.id))).not.toContain("this one");
  expect(rows.filter((row) => row.endsWith("this one"))).toHaveLength(1);
  expect((await toolkit("sessions", "end")).code).toBe(2);
  expect((await toolkit("sessions", "end", "zzz")).err).toContain('No session begins with "zzz"');
  expect((await toolkit("sessions", "end", "")).err).toContain("write more of it");
  expect((await toolkit("sessions", "end", other!.id.slice(0, 12))).code).toBe(0);
  const rest = await toolkit("sessions", "end", "--others", "--json");
  expect(JSON.parse(rest.out)).toEqual({ ended: 1 });
  expect((await toolkit("whoami")).code).toBe(0);
  expect((await toolkit("whoami", "--profile", "two")).code).toBe(4);
});

it("USR-16 CLI-8 the password is changed by the old one, at a terminal and through a pipe", async () => {
  const { default: password } = await import("../actions/account/password.ts");
  await expect(password(context(), flags, person(["not it", NEXT]))).rejects.toMatchObject({
    code: "API_REFUSED",
  });
  expect(await password(context(), flags, person([PASSWORD, NEXT]))).toBe(0);
  const stdin = { ...flags, passwordStdin: true };
  await expect(password(context(), stdin, piped(`${NEXT}\n`))).rejects.toThrow("two lines");
  expect(await password(context(), stdin, piped(`${NEXT}\n${PASSWORD}\n`))).toBe(0);
  expect((await toolkit("password")).err).toContain("--password-stdin");
});

it("USR-16 CLI-8 a second factor is turned on, asked for at login, and turned off", async () => {
  const { turnOn, turnOff, renewCodes } = await import("../actions/account/two-factor.ts");
  const { default: login } = await import("../actions/account/login.ts");
  expect((await toolkit("two-factor")).out).toBe("two-factor\toff\n");
  printed = "";
  let uri = "";
  const later = (seconds: number) => () => totp(uri, Date.now() + seconds * 1000);
  const read = (seconds: number) => () => {
    uri = `otpauth://totp/x?secret=${/^[A-Z2-7]{32}$/m.exec(printed)![0]}`;
    return later(seconds)();
  };
  expect(await turnOn(context(), flags, person([PASSWORD], read(-30)))).toBe(0);
  // The key as a QR code, then the recovery codes.
  expect(printed).toContain("\u001b[");
  const codes = printed.match(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/gm)!;
  expect(codes).toHaveLength(10);
  const shown = JSON.parse((await toolkit("two-factor", "--json")).out) as object;
  expect(shown).toMatchObject({ enabled: true, recovery_codes: 10 });

  // Computed once: on a slow machine the next half minute may begin in between.
  const used = later(0)();
  expect(
    await login(
      context(),
      flags,
      person([PASSWORD], () => used),
    ),
  ).toBe(0);
  await expect(
    login(
      context(),
      flags,
      person([PASSWORD], () => used),
    ),
  ).rejects.toThrow("used");
  const without = { email: EMAIL, passwordStdin: true, input: false };
  await expect(
    login({ ...context(), canAsk: false }, without, piped(`${PASSWORD}\n`)),
  ).rejects.toThrow("authenticator");
  const withCode = { ...without, secondCode: codes[0]! };
  expect(await login(context(), withCode, piped(`${PASSWORD}\n`))).toBe(0);

  printed = "";
  const renew = { ...flags, secondCode: codes[1]! };
  expect(await renewCodes(context(false), renew, person([PASSWORD]))).toBe(0);
  const renewed = printed.trim().split("\n");
  expect(renewed).toHaveLength(10);
  expect(renewed).not.toContain(codes[2]);
  expect(
    await turnOff(
      context(),
      flags,
      person([PASSWORD], () => renewed[0]!),
    ),
  ).toBe(0);
  expect((await toolkit("two-factor")).out).toBe("two-factor\toff\n");
  expect((await toolkit("two-factor", "off")).err).toContain("--password-stdin");
});

it("USR-16 CLI-8 with a second factor the password is changed by a code, too", async () => {
  const { default: password } = await import("../actions/account/password.ts");
  const { turnOn, turnOff } = await import("../actions/account/two-factor.ts");
  printed = "";
  const read = () =>
    totp(`otpauth://totp/x?secret=${printed.match(/^[A-Z2-7]{32}$/m)![0]}`, Date.now());
  expect(await turnOn(context(false), flags, person([PASSWORD], read))).toBe(0);
  const codes = printed.match(/^([A-Z2-7]{4}-){3}[A-Z2-7]{4}$/gm)!;
  const stdin = { input: false, passwordStdin: true };
  await expect(
    password({ ...context(), canAsk: false }, stdin, piped(`${PASSWORD}\n${NEXT}\n`)),
  ).rejects.toThrow("authenticator");
  const terminal = person([PASSWORD, NEXT], () => codes[0]!);
  expect(await password(context(), flags, terminal)).toBe(0);
  const given = { ...stdin, secondCode: codes[1]! };
  expect(await password(context(), given, piped(`${NEXT}\n${PASSWORD}\n`))).toBe(0);
  const off = { ...flags, secondCode: codes[2]! };
  expect(await turnOff(context(), off, person([PASSWORD]))).toBe(0);
});

it("USR-16 CLI-8 without anybody to ask, a second factor is turned on in two steps", async () => {
  const { turnOn } = await import("../actions/account/two-factor.ts");
  printed = "";
  const quiet = { ...context(false), canAsk: false };
  const first = { input: false, passwordStdin: true, json: true };
  expect(await turnOn(quiet, first, piped(`${PASSWORD}\n`))).toBe(0);
  const { uri } = JSON.parse(printed) as { uri: string };
  const done = await toolkit("two-factor", "on", "--second-code", totp(uri, Date.now()));
  expect(done.code).toBe(0);
  expect(done.out.trim().split("\n")).toHaveLength(10);
});

it("USR-10 CLI-10 the ledger is audited by a command, which finds what a hand has done", async () => {
  const sound = await toolkit("ledger", "audit");
  expect([sound.code, sound.out]).toEqual([0, ""]);
  const database = new DatabaseSync(path.join(data, "toolkit.sqlite"));
  database.exec("PRAGMA busy_timeout = 5000; UPDATE grants SET remaining = remaining - 1");
  database.close();
  const found = await toolkit("ledger", "audit", "--json");
  expect(found.code).toBe(1);
  expect((JSON.parse(found.out) as { faults: string[] }).faults).toEqual([
    expect.stringContaining("does not have what its entries say"),
  ]);
  expect((await toolkit("ledger", "audit")).out).toContain("grant ");
});

it("USR-4 CLI-8 without anybody to ask, an account is made in two runs, with the password of the first", async () => {
  const { default: login } = await import("../actions/account/login.ts");
  const email = "nora@example.org";
  const base = { api: api.url, profile: "nora", email, input: false };
  const quiet = { ...context(false), canAsk: false };
  const register = { ...base, register: true, passwordStdin: true };
  expect(await login(quiet, register, piped(`${PASSWORD}\n`))).toBe(0);
  const secret = path.join(home, "toolkit/profiles/nora.code-verifier");
  expect(fs.statSync(secret).mode & 0o077).toBe(0);
  const confirm = {
    ...base,
    register: true,
    code: await vi.waitFor(() => api.codeOf(email), 60_000),
  };
  expect(await login(quiet, confirm, piped(""))).toBe(0);
  expect(fs.existsSync(secret)).toBe(false);
  expect(await login(quiet, { ...base, passwordStdin: true }, piped(`${PASSWORD}\n`))).toBe(0);
});
