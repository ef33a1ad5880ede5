// Writes audio/nets/weights/rnnoise.wasm, RNNoise with its weights, as the package
// @shiguredo/rnnoise-wasm has it inside its script. `--check` writes nothing and fails when the file
// differs.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const FILE = join(root, "audio/nets/weights/rnnoise.wasm");

const script = readFileSync(fileURLToPath(import.meta.resolve("@shiguredo/rnnoise-wasm")), "utf8");
// The longest run of base64 that begins as every module does.
const [found] = Array.from(script.matchAll(/AGFzbQ[\w+/]{100000,}={0,2}/g), ([text]) => text).sort(
  (a, b) => b.length - a.length,
);
if (found === undefined) throw new Error("The package has no WebAssembly in its script.");
const bytes = Buffer.from(found, "base64");
if (process.argv.includes("--check")) {
  const same = readFileSync(FILE).equals(bytes);
  if (!same) process.stderr.write(`${FILE} is out of date: run node scripts/rnnoise-module.mjs.\n`);
  process.exit(same ? 0 : 1);
}
writeFileSync(FILE, bytes);
process.stdout.write(`${FILE}: ${bytes.length} bytes\n`);
