import { spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { HOME } from "../files/home.ts";
import { main } from "../run.ts";
import { writeProfile } from "./profiles.ts";
import { type TestApi, startTestApi } from "./test-api.ts";

const PASSWORD = "a password of mine";
const EMAIL = "mika@example.org";

let api: TestApi;
let home: string;
beforeAll(async () => {
  api = await startTestApi();
  home = fs.mkdtempSync(path.join(os.tmpdir(), "config-"));
});
afterAll(async () => {
  await api.close();
  fs.rmSync(home, { recursive: true, force: true });
});

interface Ran {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs a command line with piped output, or with output that claims to be a terminal. */
async function toolkit(
  argv: readonly string[],
  { env = {}, isTTY = false }: { env?: Record<string, string>; isTTY?: boolean } = {},
): Promise<Ran> {
  let out = "";
  let err = "";
  const code = await main(argv, {
    stdout: { isTTY, write: (text) => (out += text) },
    stderr: { isTTY: false, write: (text) => (err += text) },
    stdin: { isTTY: false },
    env: { XDG_CONFIG_HOME: home, LANG: "en_US.UTF-8", TOOLKIT_API: api.url, ...env },
    cwd: () => api.root,
    on: () => {},
  });
  return { code, out, err };
}
const file = (profile = "default"): string => path.join(home, `toolkit/profiles/${profile}.json`);
const tokenOf = (profile?: string): string =>
  (JSON.parse(fs.readFileSync(file(profile), "utf8")) as { token: string }).token;

describe("the account on the command line", () => {
  it("CLI-10 explains how to log in, with exit code 4", async () => {
    for (const command of ["whoami", "credits", "history", "logout"]) {
      const { code, out, err } = await toolkit([command]);
      expect([command, code, out]).toEqual([command, 4, ""]);
      expect(err).toContain("toolkit login");
    }
  });

  it("CLI-8 from the first account to the last log-out", async () => {
    const user = await api.addUser(EMAIL, PASSWORD);
    await api.buy(user.token, "pack-60");
    for (const tool of ["vocal-remover", "人声分离", "عازل-الضوضاء"])
      await api.work(user.token, { tool, seconds: 185 });
    await api.work(user.token, { tool: "noise-gate-🎧", seconds: 10, end: "refund" });

    const { default: login } = await import("../actions/account/login.ts");
    const context = {
      root: api.root,
      cwd: api.root,
      home: "",
      env: { XDG_CONFIG_HOME: home },
      print: () => {},
      log: () => {},
      interactive: false,
      printsToTerminal: false,
      canAsk: false,
      signal: new AbortController().signal,
    };
    const stdin = (async function* () {
      yield Buffer.from(`${PASSWORD}\n`);
    })();
    const options = { api: api.url, email: EMAIL, passwordStdin: true, input: true };
    expect(await login(context, options, { ask: () => Promise.reject(new Error()), stdin })).toBe(
      0,
    );

    const identity = await toolkit(["whoami", "--json"]);
    expect(JSON.parse(identity.out)).toMatchObject({
      email: EMAIL,
      api: api.url,
      profile: "default",
    });

    // The account started with the credits of its first day (USR-14).
    api.setClock(25 * 3600);
    const claimed = await toolkit(["credits", "claim", "--json"]);
    expect(JSON.parse(claimed.out)).toMatchObject({ added: 3 });
    const again = await toolkit(["credits", "claim"]);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining("24 hours")]);
    api.setClock(0);

    const credits = JSON.parse((await toolkit(["credits", "--json"])).out);
    expect(credits).toMatchObject({
      credits: credits.free_credits + credits.buy_credits,
      daily: { claimable: false },
      use: { jobs: 4, credits: 14, complete: true },
    });

    const jobs = JSON.parse((await toolkit(["history", "--json", "--sort", "cost"])).out);
    expect(jobs.list.map((row: { cost: number }) => row.cost)).toEqual([6, 4, 4, 1]);
    const [dearest] = jobs.list as [{ id: string }];
    const refused = await toolkit(["history", "delete", dearest.id]);
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("--yes")]);
    expect((await toolkit(["history", "delete", dearest.id, "--yes"])).code).toBe(0);
    expect(JSON.parse((await toolkit(["history", "--json"])).out).total).toBe(3);
    const nothing = await toolkit(["history", "delete", "--yes"]);
    expect([nothing.code, nothing.err]).toEqual([0, "No ids were given: nothing was deleted.\n"]);
    const deleted = await toolkit(["history", "delete", dearest.id, "--yes"]);
    expect([deleted.code, deleted.err]).toEqual([
      1,
      expect.stringContaining("Nothing was deleted."),
    ]);
    const both = await toolkit(["history", "delete", dearest.id, jobs.list[1].id, "--yes"]);
    expect([both.code, both.err]).toEqual([1, expect.stringMatching(/^1 job deleted.*\n.*no job/)]);
    expect(JSON.parse((await toolkit(["history", "--json"])).out).total).toBe(2);

    const payments = await toolkit(["history", "--payments"]);
    const order = payments.out.trim().split("\t").at(-1)!;
    const invoice = await toolkit(["history", "invoice", order]);
    expect((await fetch(invoice.out.trim())).status).toBe(200);

    const token = tokenOf();
    expect((await toolkit(["logout"])).code).toBe(0);
    expect(fs.existsSync(file())).toBe(false);
    // The API ended the session as well.
    const late = await toolkit(["whoami"], { env: { TOOLKIT_TOKEN: token } });
    expect([late.code, late.err]).toEqual([4, expect.stringContaining("does not accept")]);
  });

  it("CLI-10 piped output is machine-readable: rows, cells and JSON unchanged", async () => {
    const user = await api.addUser("noor@example.org", PASSWORD);
    await api.buy(user.token, "basic-yearly");
    for (const tool of ["人声分离", "عازل-الضوضاء", "noise-gate-🎧"])
      await api.work(user.token, { tool, seconds: 61.5 });
    const env = { TOOLKIT_TOKEN: user.token };
    const { out } = await toolkit(["history", "--all"], { env });
    const json = JSON.parse((await toolkit(["history", "--all", "--json"], { env })).out);
    const rows = parseTsv(out);
    expect(rows).toEqual(
      json.list.map((row: Record<string, unknown>) => [
        new Date(Number(row["created_at"]) * 1000).toISOString().replace(".000Z", "Z"),
        row["tool"],
        String(row["seconds"]),
        String(row["cost"]),
        row["state"],
        row["id"],
      ]),
    );
    const facts = Object.fromEntries(parseTsv((await toolkit(["credits"], { env })).out));
    expect(facts).toMatchObject({ credits: "198", plan: "basic", jobs_in_30_days: "3" });
    const [payment] = parseTsv((await toolkit(["history", "--payments"], { env })).out);
    expect(payment!.slice(1, 4)).toEqual(["基本プラン（月額）", "90.00 USD", "paid"]);
  });

  it("CLI-10 a reader that has had enough is no failure", async () => {
    const user = await api.addUser("head@example.org", PASSWORD);
    const bin = path.join(HOME, "bin/toolkit.mjs");
    const child = spawn(process.execPath, [bin, "history", "--json"], {
      env: { PATH: process.env["PATH"], TOOLKIT_TOKEN: user.token, TOOLKIT_API: api.url },
      stdio: ["ignore", "pipe", "pipe"],
    });
    child.stdout.destroy();
    let err = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (err += text));
    const code = await new Promise((resolve) => child.once("close", resolve));
    expect([code, err]).toEqual([0, ""]);
  });

  it("CLI-8 profiles are apart, and a token goes to no other API", async () => {
    const first = await api.addUser("one@example.org", PASSWORD);
    const second = await api.addUser("two@example.org", PASSWORD);
    for (const [profile, { token, user_info }] of Object.entries({ default: first, work: second }))
      writeProfile({ XDG_CONFIG_HOME: home }, profile, {
        api: api.url,
        email: user_info.user_email,
        token,
      });
    const identity = async (...argv: string[]) =>
      JSON.parse((await toolkit(["whoami", "--json", ...argv])).out).email;
    expect(await identity()).toBe("one@example.org");
    expect(await identity("--profile", "work")).toBe("two@example.org");
    const all = await toolkit(["whoami", "--all"]);
    expect(parseTsv(all.out).map((row) => row.slice(0, 2))).toEqual([
      ["default", "one@example.org"],
      ["work", "two@example.org"],
    ]);
    const other = await startTestApi();
    try {
      const elsewhere = await toolkit(["credits", "--api", other.url]);
      expect([elsewhere.code, elsewhere.err]).toEqual([4, expect.stringContaining(api.url)]);
    } finally {
      await other.close();
    }
    expect((await toolkit(["logout", "--all"])).code).toBe(0);
    expect(fs.readdirSync(path.dirname(file()))).toEqual([]);
  });

  it("CLI-8 no command prints the token, whatever is asked of it", async () => {
    const { token } = await api.addUser("quiet@example.org", PASSWORD);
    const credentials = { api: api.url, email: "quiet@example.org", token };
    writeProfile({ XDG_CONFIG_HOME: home }, "default", credentials);
    for (const argv of [
      ["whoami"],
      ["whoami", "--json"],
      ["whoami", "--all", "--json"],
      ["credits"],
      ["credits", "--json"],
      ["history", "--json"],
      ["history", "--payments", "--json"],
      ["history", "invoice", "none", "--debug"],
      ["logout", "--json"],
    ]) {
      const { out, err } = await toolkit(argv);
      expect([argv, `${out}${err}`.includes(token)]).toEqual([argv, false]);
    }
  });

  it("USR-4 an account is made, and a password reset, by a code that was sent", async () => {
    const env = { XDG_CONFIG_HOME: home };
    let used = "";
    /** A user who enters the code of the latest email. */
    const asks = (password: string) => ({
      stdin: (async function* () {})(),
      ask: async () => ({
        email: async () => "lea@example.org",
        password: async () => password,
        code: () =>
          vi.waitFor(() => {
            const code = api.codeOf("lea@example.org");
            if (code === used) throw new Error("The message is on its way");
            return (used = code);
          }, 60_000),
        secondCode: () => Promise.reject(new Error("there is none")),
      }),
    });
    const { default: login } = await import("../actions/account/login.ts");
    const context = {
      root: api.root,
      cwd: api.root,
      home: "",
      env,
      print: () => {},
      log: () => {},
      interactive: false,
      printsToTerminal: false,
      canAsk: true,
      signal: new AbortController().signal,
    };
    const register = { api: api.url, register: true, input: true };
    expect(await login(context, register, asks(PASSWORD))).toBe(0);
    const before = tokenOf();
    const identity = await toolkit(["whoami", "--json"]);
    expect(JSON.parse(identity.out).email).toBe("lea@example.org");
    const again = { api: api.url, input: true };
    await expect(login(context, again, asks("another one"))).rejects.toMatchObject({
      code: "API_REFUSED",
    });
    expect(await login(context, again, asks(PASSWORD))).toBe(0);
    expect(tokenOf()).not.toBe(before);
    const late = await toolkit(["whoami"], { env: { TOOLKIT_TOKEN: before } });
    expect(late.code).toBe(4);
    const reset = { api: api.url, reset: true, input: true };
    expect(await login(context, reset, asks("a newer password"))).toBe(0);
    expect(await login(context, again, asks("a newer password"))).toBe(0);
    await expect(login(context, again, asks(PASSWORD))).rejects.toThrow("wrong");
    expect((await toolkit(["login", "--register", "--reset"])).code).toBe(2);
    expect((await toolkit(["login", "--email", "lea@example.org"])).err).toContain(
      "--password-stdin",
    );
  });
});

/** Reads tab-separated values with a parser of another language, if available. */
function parseTsv(text: string): string[][] {
  const program =
    "import csv, json, sys; sys.stdin.reconfigure(encoding='utf-8', newline=''); print(json.dumps(list(csv.reader(sys.stdin, delimiter='\\t', quoting=csv.QUOTE_NONE))))";
  const { status, stdout } = spawnSync("python3", ["-c", program], {
    input: text,
    encoding: "utf8",
  });
  const own = text
    .split("\n")
    .slice(0, -1)
    .map((row) => row.split("\t"));
  if (status === 0) expect(JSON.parse(stdout)).toEqual(own);
  return own;
}
