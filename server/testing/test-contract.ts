import fs from "node:fs";
import path from "node:path";
import type { AnyCall, RawCall } from "#core/api/contract/call.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../core/api");

/** All calls of the contract, collected from all files. */
export async function loadContract(): Promise<{ calls: AnyCall[]; raw: RawCall[] }> {
  const files = fs
    .readdirSync(FOLDER, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
  const modules = await Promise.all(
    files.map((file) => import(path.join(FOLDER, file)) as Promise<Record<string, unknown>>),
  );
  const all = modules
    .flatMap((module) => Object.values(module))
    .filter(
      (value): value is AnyCall | RawCall =>
        typeof value === "object" && value !== null && "method" in value && "path" in value,
    );
  return {
    calls: all.filter((call) => "request" in call),
    raw: all.filter((call): call is RawCall => !("request" in call)),
  };
}
