import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type TestApi, startTestApi } from "../account/test-api.ts";
import { writeProfile } from "../account/profiles.ts";
import { HOME } from "../files/home.ts";
import { displayWidth } from "../text/display-width.ts";
import { inLongRun, isLong, needs } from "#tests/left-out.ts";

/*
 * The screens in a real terminal, against the API of `toolkit preview`. TOOLKIT_SCREENS names a
 * folder for captures.
 */

const hasTmux = spawnSync("tmux", ["-V"]).status === 0;
const SIZES: readonly (readonly [columns: number, rows: number])[] = isLong
  ? [
      [80, 24],
      [120, 40],
      [40, 20],
    ]
  : [[80, 24]];

const PASSWORD = "a password of mine";
const EMAIL = "mika@example.org";
const SERVER = `toolkit-${process.pid}`;

/** A separate tmux server, so that other sessions are not affected. */
const tmux = (...argv: string[]): string =>
  execFileSync("tmux", ["-L", SERVER, "-f", "/dev/null", ...argv], { encoding: "utf8" });

describe("the account in a real terminal", needs(hasTmux, "tmux"), () => {
  let api: TestApi;
  let home: string;
  beforeAll(async () => {
    api = await startTestApi();
    home = fs.mkdtempSync(path.join(os.tmpdir(), "terminal-"));
    const { token } = await api.addUser(EMAIL, PASSWORD);
    writeProfile({ XDG_CONFIG_HOME: home }, "default", { api: api.url, email: EMAIL, token });
    await api.buy(token, "pack-60");
    await api.buy(token, "basic-monthly");
    const tools = [
      "vocal-remover",
      "人声分离",
      "عازل-الضوضاء",
      "noise-gate-🎧",
      "cafe\u0301-cutter",
    ];
    for (let at = 0; at < 30; at++)
      await api.work(token, {
        tool: tools[at % 5]!,
        seconds: 20 + at * 11,
        end: at % 7 === 6 ? "refund" : "settle",
      });
  }, 60_000);
  afterAll(async () => {
    spawnSync("tmux", ["-L", SERVER, "kill-server"]);
    await api.close();
    fs.rmSync(home, { recursive: true, force: true });
  });

  /** Starts a command in a window. */
  function start(command: string, [columns, rows]: readonly [number, number], env = "") {
    const name = `s${Math.random().toString(36).slice(2)}`;
    const bin = path.join(HOME, "bin/toolkit.mjs");
    const line = `env -u CI -u NO_COLOR XDG_CONFIG_HOME='${home}' LANG=C.UTF-8 ${env} '${process.execPath}' '${bin}' ${command}; echo "exit code $?"; sleep 600`;
    tmux("-u", "new-session", "-d", "-s", name, "-x", String(columns), "-y", String(rows), line);
    const shown = (...flags: string[]): string => tmux("capture-pane", "-p", ...flags, "-t", name);
    return {
      shown,
      press: (...keys: string[]) => void tmux("send-keys", "-t", name, ...keys),
      resize: (x: number, y: number) =>
        void tmux("resize-window", "-t", name, "-x", String(x), "-y", String(y)),
      /** Waits for a text on the screen. */
      until: (text: string | RegExp): Promise<string> =>
        vi.waitFor(
          () => {
            const now = shown();
            expect(now).toMatch(text);
            return now;
          },
          { timeout: 25_000, interval: 100 },
        ),
      keep(as: string) {
        const folder = process.env["TOOLKIT_SCREENS"];
        if (folder === undefined) return;
        fs.mkdirSync(folder, { recursive: true });
        fs.writeFileSync(path.join(folder, `${as}-${columns}x${rows}.txt`), shown());
      },
      end: () => void tmux("kill-session", "-t", name),
    };
  }

  it.each(SIZES)(
    "CLI-8 the screens at %i × %i",
    async (columns, rows) => {
      const size = [columns, rows] as const;
      const window = start("credits", size);
      const credits = await window.until(/\d+ jobs/);
      window.keep("credits");
      expect(credits).toContain("30 days");
      expect(credits.trimEnd().split("\n").length).toBeLessThan(rows);
      window.press("2");
      const jobs = await window.until("1 of 30");
      window.keep("jobs");
      // The credits of all rows end in the same column, in any script.
      const ends = jobs
        .split("\n")
        .filter((row) =>
          /^[› ] {3}\S*\d\d:\d\d/.test(row.replace(/\d{4}-\d\d-\d\d |\d\d-\d\d /, "")),
        )
        .map((row) =>
          displayWidth(/^.*?\s(\d+)(?=\s+(?:done|refunded|running)\s*$|\s*$)/.exec(row)![0]),
        );
      expect(ends.length).toBeGreaterThan(4);
      expect(new Set(ends).size, jobs).toBe(1);
      window.press("/", "voc", "Enter");
      await window.until("1 of 6");
      window.keep("filter");
      window.press("Space", "Space", "x");
      await window.until("Delete 2 jobs");
      window.keep("delete");
      window.press("n", "?");
      await window.until("all about a row");
      window.keep("keys");
      window.press("Escape", "3");
      await window.until("基本プラ");
      window.keep("payments");
      window.press("Enter");
      await window.until("basic-monthly");
      window.keep("payment");
      window.press("Escape");
      await window.until("1 of 2");
      window.press("q");
      await window.until("exit code 0");
      window.end();
    },
    120_000,
  );

  it("CLI-8 follows the window size, uses no color on request, and restores the screen", async () => {
    const window = start("history", [80, 24], "NO_COLOR=1 TERM=tmux-256color");
    await window.until("1 of 30");
    // oxlint-disable-next-line no-control-regex -- colours are such sequences
    expect(window.shown("-e")).not.toMatch(/\u001b\[(?:\d+;)*(?:3[0-7]|9[0-7])m/);
    window.resize(40, 12);
    const small = await window.until(/^ ?\[?Jobs|\[Jobs 30\]/m);
    await window.until(/^› {3}\d\d-\d\d \d\d:\d\d/m);
    expect(small.trimEnd().split("\n").length).toBeLessThanOrEqual(12);
    window.press("C-c");
    const after = await window.until("exit code 130");
    expect(after).not.toContain("Jobs");
    window.end();
    if (!isLong) return;
    const colored = start("history", [80, 24], "TERM=tmux-256color");
    await colored.until("1 of 30");
    // oxlint-disable-next-line no-control-regex -- colours are such sequences
    expect(colored.shown("-e")).toMatch(/\u001b\[(?:\d+;)*36m/);
    colored.end();
  }, 120_000);

  it(
    "CLI-8 a password that is typed is not shown",
    { ...inLongRun, timeout: 120_000 },
    async () => {
      const window = start(`login --api ${api.url} --profile typed`, [80, 24]);
      await window.until("Email address");
      window.press(EMAIL, "Enter");
      await window.until("Password");
      window.press(PASSWORD, "Enter");
      const shown = await window.until("exit code 0");
      window.keep("login");
      expect(shown).toContain(`Logged in as ${EMAIL}.`);
      expect(shown).not.toContain(PASSWORD);
      window.end();
    },
  );
});
