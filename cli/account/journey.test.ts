import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { main } from "../run.ts";
import type { TestApi } from "./test-api.ts";
import { startTestApi } from "./test-api.ts";

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

/** Runs a command line as a pipe would, or on what says that it is a terminal. */
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
  it("CLI-10 who is not logged in is told how, with exit code 4", async () => {
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

    const { default: login } = await import("../commands/login.ts");
    const context = {
      root: api.root,
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

    const who = await toolkit(["whoami", "--json"]);
    expect(JSON.parse(who.out)).toMatchObject({ email: EMAIL, api: api.url, profile: "default" });

    const claimed = await toolkit(["credits", "claim", "--json"]);
    expect(JSON.parse(claimed.out)).toMatchObject({ added: 3 });
    const again = await toolkit(["credits", "claim"]);
    expect([again.code, again.err]).toEqual([1, expect.stringContaining("24 hours")]);

    const credits = JSON.parse((await toolkit(["credits", "--json"])).out);
    expect(credits).toMatchObject({
      credits: credits.free_credits + credits.buy_credits,
      daily: { claimable: false },
      use: { jobs: 4, credits: 14, complete: true },
    });

    const jobs = JSON.parse((await toolkit(["history", "--json", "--sort", "cost"])).out);
    expect(jobs.list.map((row: { cost: number }) => row.cost)).toEqual([6, 4, 4, 1]);
    const [dearest] = jobs.list as [{ id: string }];
    const kept = await toolkit(["history", "delete", dearest.id]);
    expect([kept.code, kept.err]).toEqual([2, expect.stringContaining("--yes")]);
    expect((await toolkit(["history", "delete", dearest.id, "--yes"])).code).toBe(0);
    expect(JSON.parse((await toolkit(["history", "--json"])).out).total).toBe(3);

    const payments = await toolkit(["history", "--payments"]);
    const order = payments.out.trim().split("\t").at(-1)!;
    const invoice = await toolkit(["history", "invoice", order]);
    expect((await fetch(invoice.out.trim())).status).toBe(200);

    const token = tokenOf();
    expect((await toolkit(["logout"])).code).toBe(0);
    expect(fs.existsSync(file())).toBe(false);
    // The API has ended it, too.
    const late = await toolkit(["whoami"], { env: { TOOLKIT_TOKEN: token } });
    expect([late.code, late.err]).toEqual([4, expect.stringContaining("does not accept")]);
  });
});
