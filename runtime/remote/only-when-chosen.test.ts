import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const RUNTIME = path.resolve(import.meta.dirname, "..");
const REQUESTS =
  /"[^"]*(?:core\/api\/(?:jobs|uploads)\/|uploads\/upload-file|remote\/open-servers)[^"]*"/;

const sources = fs
  .globSync("**/*.{ts,tsx}", { cwd: RUNTIME, exclude: ["**/.tsc/**", "**/*.test.*"] })
  .map((file) => file.replaceAll(path.sep, "/"));

it("JOB-6 no tool reaches the site's servers but through the engine that a visitor has chosen", () => {
  const found = sources.filter((file) =>
    // Types are gone when the code runs.
    REQUESTS.test(
      fs.readFileSync(path.join(RUNTIME, file), "utf8").replaceAll(/^import type [^;]*;$/gm, ""),
    ),
  );
  const elsewhere = found.filter((file) => !file.startsWith("remote/"));
  // The first one opens that engine, and asks for the waiting time once it is chosen.
  expect(elsewhere).toEqual(["shell/workspace/create-servers.ts"]);
  expect(found.length).toBeGreaterThan(elsewhere.length);
});
