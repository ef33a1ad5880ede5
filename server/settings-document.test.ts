import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { readSettings, VARIABLES } from "./deps/settings.ts";

const HOME = path.resolve(import.meta.dirname, "..");
const DOCUMENT = fs.readFileSync(path.join(HOME, "docs/server.md"), "utf8");

/** Name and default of each row in the table of variables. */
const ROWS = Array.from(
  DOCUMENT.matchAll(/^\| `([A-Z][A-Z_]+)`\s*\| (.*?)\s*\|/gm),
  ([, name, fallback]) => ({ name: name!, fallback: fallback! }),
);

it("API-17 docs/server.md has every variable that the server reads, and no other", () => {
  expect(ROWS.map(({ name }) => name).sort()).toEqual([...VARIABLES].sort());
});

it("API-17 the server reads its environment in one place", () => {
  const files = fs
    .readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test|\.d|-child)\.ts$/.test(file) && !/(^|\/)test-/.test(file));
  expect(files.length).toBeGreaterThan(50);
  const reading = files.filter((file) =>
    fs.readFileSync(path.join(import.meta.dirname, file), "utf8").includes("process.env"),
  );
  expect(reading).toEqual([]);
});

it("API-17 the defaults in docs/server.md are those of the program", () => {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-settings-"));
  try {
    const { port, host, requestsPerSecond, database, dataFolder, beforeProof, passwordHashes } =
      readSettings({}, root);
    const actual = {
      PORT: String(port),
      HOST: host,
      REQUESTS_PER_SECOND: String(requestsPerSecond),
      DATABASE_CONNECTIONS: String(database.connections),
      CODES_BEFORE_PROOF: String(beforeProof.code),
      LOGINS_BEFORE_PROOF: String(beforeProof.login),
      RATINGS_BEFORE_PROOF: String(beforeProof.rate),
      PASSWORD_HASHES: String(passwordHashes),
      DATA_DIR: path.relative(root, dataFolder),
    };
    for (const [name, value] of Object.entries(actual))
      expect(ROWS.find((row) => row.name === name)?.fallback, name).toBe(`\`${value}\``);
  } finally {
    fs.rmSync(root, { recursive: true });
  }
});
