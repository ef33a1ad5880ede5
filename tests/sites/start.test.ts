import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { only } from "../left-out.ts";
import { HOME, makeSite } from "./site.ts";

const node = (file: string): string => `node "${path.join(HOME, file)}"`;
const { scripts } = JSON.parse(
  fs
    .readFileSync(path.join(HOME, "templates/site/package.json"), "utf8")
    .replace(/(": )\{\{\w+\}\}/g, '$1""'),
) as { readonly scripts: { readonly start: string } };

it.each([
  ["the project", node("scripts/start.mjs")],
  ["a started site", scripts.start.replaceAll("toolkit ", `${node("bin/toolkit.mjs")} `)],
])(
  "CLI-10 SIGTERM to npm start of %s stops the server: nothing is left running",
  only(process.platform !== "win32", "where there are signals"),
  async (_, start) => {
    const site = makeSite({ locales: ["en"] });
    site.write("package.json", JSON.stringify({ scripts: { start } }));
    const npm = spawn("npm", ["start", "--", "--port", "0"], {
      cwd: site.root,
      stdio: ["ignore", "pipe", "pipe"],
      // What is left over is ended as the group that it is.
      detached: true,
    });
    try {
      let output = "";
      for (const stream of [npm.stdout, npm.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => (output += text));
      await expect.poll(() => output, { timeout: 120_000 }).toContain("Stop with Ctrl+C.");
      const url = /http:\/\/\S+/.exec(output)![0];
      expect((await fetch(url)).status).toBe(200);
      npm.kill("SIGTERM");
      // The pipes are closed only once the server itself has ended.
      await once(npm, "close", { signal: AbortSignal.timeout(50_000) });
      await expect(fetch(url)).rejects.toThrow();
    } finally {
      try {
        process.kill(-npm.pid!, "SIGKILL");
      } catch {
        // Nothing is left.
      }
    }
  },
);
