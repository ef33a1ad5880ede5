// Reads a published site over and over, as a web server does, until its parent says stop; then it
// tells how often it read and what went wrong.
import fs from "node:fs";
import path from "node:path";

const [out, ...files] = process.argv.slice(2) as [string, ...string[]];
const failures: string[] = [];
let reads = 0;
let running = true;

function read(file: string): string {
  reads++;
  try {
    return fs.readFileSync(path.join(out, file), "utf8");
  } catch (error) {
    failures.push(`${file}: ${(error as Error).message}`);
    return "";
  }
}

function readAll(): void {
  for (const file of files) {
    const text = read(file);
    const versions = new Set(text.match(/version-\d+-/g));
    if (text !== "" && versions.size !== 1) failures.push(`${file}: ${[...versions].join(" ")}`);
    for (const [, asset] of text.matchAll(/(?:href|src)="\/(assets\/[^"]+)"/g)) read(asset!);
  }
  if (running) setImmediate(readAll);
  else process.send!({ reads, failures }, () => process.disconnect());
}

process.once("message", () => (running = false));
process.send!("ready", readAll);
