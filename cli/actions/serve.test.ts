import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import type { Context } from "../command-kit/context.ts";
import serve from "./serve.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
afterEach(() => vi.unstubAllEnvs());

it("CLI-3 ERR-1 reports a database that cannot be opened, with the fix", async () => {
  const data = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-data-"));
  vi.stubEnv("DATA_DIR", data);
  fs.mkdirSync(path.join(data, "toolkit.sqlite"));
  const context = { root: ROOT, home: ROOT, log: () => {}, signal: new AbortController().signal };
  await expect(serve(context as unknown as Context, { port: "0" })).rejects.toMatchObject({
    code: "DATABASE_UNAVAILABLE",
  });
  fs.rmSync(data, { recursive: true });
});
