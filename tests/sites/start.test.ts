import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { expect, it } from "vitest";
import { only } from "../left-out.ts";
import { HOME, makeSite } from "./site.ts";

it(
  "CLI-10 SIGTERM to npm start stops the server: nothing is left running",
  only(process.platform !== "win32", "where there are signals"),
  async () => {
    const site = makeSite({ locales: ["en"] });
    const start = `node "${path.join(HOME, "scripts/start.mjs")}"`;
    site.write("package.json", JSON.stringify({ scripts: { start } }));
    const npm = spawn("npm", ["start", "--", "--port", "0"], {
      cwd: site.root,
      stdio: ["ignore", "pipe", "pipe"],
      // What is left over is ended as the group that it is.
      detached: true,
    });
    try {
      let told = "";
      for (const stream of [npm.stdout, npm.stderr])
        stream.setEncoding("utf8").on("data", (text: string) => (told += text));
      await expect.poll(() => told, { timeout: 120_000 }).toContain("Stop with Ctrl+C.");
      const url = /http:\/\/\S+/.exec(told)![0];
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
