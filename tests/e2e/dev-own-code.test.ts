import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import { useBrowser, withPage } from "./browser.ts";
import { wavOf } from "./sounds.ts";

const HOME = path.resolve(import.meta.dirname, "../..");
const PROGRAM = path.join(HOME, "bin/toolkit.mjs");
const FOOTER = "runtime/layouts/Footer.tsx";

let root: string;
let server: ChildProcess;
let url: string;
/** All that the server has told the terminal. */
let terminal = "";

/** A footer over the program's. @param first code that runs wherever the module is loaded */
function writeFooter(text: string, first = ""): void {
  const file = path.join(root, FOOTER);
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(
    file,
    `import { Footer as ProgramFooter } from "@audio-toolkit/toolkit/${FOOTER}";
${first}
export const Footer = () => (
  <>
    <p>${text}</p>
    <ProgramFooter />
  </>
);\n`,
  );
}

beforeAll(async () => {
  const scratch = path.join(HOME, ".toolkit/tests");
  fs.mkdirSync(scratch, { recursive: true });
  root = fs.mkdtempSync(path.join(scratch, "own-code-"));
  const flags = ["--name", "Humm", "--origin", "https://humm.test", "--no-input"];
  const made = spawnSync(process.execPath, [PROGRAM, "init", root, ...flags], { encoding: "utf8" });
  if (made.status !== 0) throw new Error(made.stderr);
  writeFooter("Made in Graz.");
  server = spawn(process.execPath, [PROGRAM, "dev", "--root", root, "--port", "0"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  url = await new Promise<string>((resolve) => {
    server.stderr!.setEncoding("utf8").on("data", (chunk: string) => {
      terminal += chunk;
      const [found] = /http:\/\/[\d.]+:\d+/.exec(terminal) ?? [];
      if (found) resolve(found);
    });
  });
});
afterAll(async () => {
  if (server.exitCode === null) {
    server.kill("SIGKILL");
    await once(server, "exit");
  }
  fs.rmSync(root, { recursive: true, force: true });
});
useBrowser();

it("CLI-4 a started site with code of its own is developed as any other", inLongRun, () =>
  withPage({}, async (page) => {
    const broken: string[] = [];
    page.on("response", (response) => {
      if (response.status() >= 400) broken.push(response.url());
    });
    await page.goto(`${url}/audio-trimmer`);
    await page.locator("toolkit-panel button").waitFor();
    await page.getByText("Made in Graz.", { exact: true }).waitFor();
    await page.locator('main input[type="file"]').setInputFiles({
      name: "tone.wav",
      mimeType: "audio/wav",
      buffer: wavOf({ seconds: 1, rate: 8000 }, (time) => Math.sin(2764.6 * time)),
    });
    // The packages of the workspace were made ready below the site, and are no code of its own.
    await page.locator("dialog[open]").getByRole("textbox", { name: "Start" }).waitFor();
    expect(broken).toEqual([]);

    // What stands beside the program's footer is neither the page nor a part of its frame.
    await page.goto(`${url}/about`);
    await page.locator("toolkit-panel button").waitFor();
    writeFooter("Made in Linz.");
    await page.getByText("Made in Linz.", { exact: true }).waitFor();
  }),
);

it("CLI-4 an edit that is made while a page is loading shows in it", () =>
  withPage({}, async (page) => {
    const sent = async (): Promise<string> => (await fetch(`${url}/about`)).text();
    // The bundler, which watches the code, is there once a browser has asked for scripts.
    const first = await page.context().newPage();
    await first.goto(`${url}/about`);
    await first.locator("toolkit-panel button").waitFor();
    const write = (): Promise<string> => {
      writeFooter("Made in Bonn.");
      return sent();
    };
    await expect.poll(write, { interval: 500 }).toContain("Made in Bonn.");
    // It may be loading once more because of these edits.
    await first.close();
    const { promise: edited, resolve: go } = Promise.withResolvers<void>();
    // Errors cannot be shown before the page's scripts have loaded.
    await page.route("**/@toolkit/start.js", async (route) => {
      await edited;
      await route.continue();
    });
    await page.goto(`${url}/about`, { waitUntil: "commit" });
    await page.getByText("Made in Bonn.", { exact: true }).waitFor();
    writeFooter("Made in Rom.");
    await expect.poll(sent).toContain("Made in Rom.");
    go();
    await page.getByText("Made in Rom.", { exact: true }).waitFor();
  }));

it("CLI-4 an error that a site's code throws in a timer is reported with its location, and the server keeps running", async () => {
  const thrown =
    'if (typeof window === "undefined") setTimeout(() => { throw new RangeError("too late"); });';
  writeFooter("Made in Wien.", thrown);
  await expect.poll(async () => (await fetch(`${url}/about`)).text()).toContain("Made in Wien.");
  await expect.poll(() => terminal).toContain("[CODE_THREW]");
  expect(terminal).toContain(`${FOOTER}:2:${thrown.indexOf("new RangeError") + 1}\n`);
  expect(terminal).toContain("RangeError: too late.");
  expect((await fetch(`${url}/about`)).status).toBe(200);
  expect(server.exitCode).toBeNull();
});
