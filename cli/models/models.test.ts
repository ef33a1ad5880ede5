import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { CHECKSUMS } from "../../audio/nets/checksums.ts";
import { main } from "../run.ts";
import { loadRegistry } from "./registry.ts";

const HOME = path.resolve(import.meta.dirname, "../..");
const BYTES = Uint8Array.from({ length: 300_000 }, (_, at) => (at * at) % 251);
const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

let root: string;
let server: Server;
let asked: IncomingMessage[];
let answer: (request: IncomingMessage, response: ServerResponse) => void;
const target = (): string => path.join(root, "out/net/a.onnx");

function whole(request: IncomingMessage, response: ServerResponse): void {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? "")?.[1] ?? 0);
  if (from > 0)
    response.writeHead(206, {
      "content-range": `bytes ${from}-${BYTES.length - 1}/${BYTES.length}`,
    });
  response.end(BYTES.subarray(from));
}

function writeRegistry(change: object = {}): void {
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}/net/a.onnx`;
  const file = { path: "net/a.onnx", url, sha256: sha256(BYTES), bytes: null, ...change };
  const model = {
    id: "tiny",
    task: "denoise",
    tier: "studio",
    files: [file],
    licence: "MIT",
    source: "https://example.org/",
    signature: { input: "sound", output: "speech" },
    quality: "Not measured.",
  };
  mkdirSync(path.join(root, "models"), { recursive: true });
  writeFileSync(path.join(root, "models/registry.json"), JSON.stringify({ models: [model] }));
}

async function run(...argv: readonly string[]) {
  const out: string[] = [];
  const log: string[] = [];
  const exitCode = await main(["models", ...argv, "--root", root], {
    stdout: { write: (text) => out.push(text) },
    stderr: { write: (text) => log.push(text) },
    stdin: {},
    env: {},
    cwd: () => root,
    on: () => undefined,
  });
  return { exitCode, out: out.join(""), log: log.join("") };
}

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  root = mkdtempSync(path.join(tmpdir(), "models-"));
  asked = [];
  answer = whole;
  writeRegistry();
  const site = { name: "S", origin: "https://s.example", contact: "a@s.example" };
  writeFileSync(
    path.join(root, "toolkit.config.ts"),
    `export default { site: ${JSON.stringify(site)} };`,
  );
  return () => rmSync(root, { recursive: true });
});

describe("toolkit models pull", () => {
  it("CLI-9 brings a file, checks it, and does not bring it again", async () => {
    const { exitCode, out } = await run("pull", "--out", "out", "--json");
    expect([exitCode, JSON.parse(out)]).toEqual([
      0,
      { ok: true, files: [{ file: "net/a.onnx", state: "pulled" }], problems: [] },
    ]);
    expect(new Uint8Array(readFileSync(target()))).toEqual(BYTES);
    expect((await run("pull", "tiny", "--out", "out")).log).toBe("net/a.onnx: kept\n");
    expect(asked.length).toBe(1);
  });

  it("CLI-9 goes on where it was interrupted", async () => {
    answer = (_, response) => {
      response.writeHead(200, { "content-length": BYTES.length });
      response.write(BYTES.subarray(0, 100_000), () => response.destroy());
    };
    const { exitCode, log } = await run("pull", "--out", "out");
    expect([exitCode, existsSync(target())]).toEqual([1, false]);
    expect(log).toContain("MODEL_UNREACHABLE");
    // How much arrived before the end is the network's affair.
    const there = 100_000;
    writeFileSync(`${target()}.part`, BYTES.subarray(0, there));
    answer = whole;
    expect((await run("pull", "--out", "out")).exitCode).toBe(0);
    expect(asked.at(-1)!.headers.range).toBe(`bytes=${there}-`);
    expect(new Uint8Array(readFileSync(target()))).toEqual(BYTES);
    expect(existsSync(`${target()}.part`)).toBe(false);
  });

  it("CLI-9 begins anew where a server knows no parts, or has none that follows", async () => {
    mkdirSync(path.dirname(target()), { recursive: true });
    writeFileSync(`${target()}.part`, BYTES.subarray(0, 1000));
    answer = (_, response) => void response.end(BYTES);
    expect((await run("pull", "--out", "out")).exitCode).toBe(0);
    rmSync(target());
    writeFileSync(`${target()}.part`, Buffer.concat([BYTES, BYTES]));
    answer = (request, response) => {
      if (request.headers.range) response.writeHead(416);
      response.end(request.headers.range ? "" : BYTES);
    };
    expect((await run("pull", "--out", "out")).exitCode).toBe(0);
    expect(new Uint8Array(readFileSync(target()))).toEqual(BYTES);
  });

  it("TLS-5 CLI-9 throws away what has another checksum, and leaves what is there", async () => {
    mkdirSync(path.dirname(target()), { recursive: true });
    writeFileSync(target(), "an earlier one");
    answer = (_, response) => void response.end("<html>404</html>");
    const { exitCode, log } = await run("pull", "--out", "out");
    expect(exitCode).toBe(1);
    expect(log).toContain("MODEL_DAMAGED");
    expect(log).toContain(sha256(BYTES));
    expect(readFileSync(target(), "utf8")).toBe("an earlier one");
    expect(existsSync(`${target()}.part`)).toBe(false);
  });

  it("TLS-5 CLI-9 refuses what nobody has checked, without asking for it", async () => {
    writeRegistry({ sha256: null });
    const { exitCode, log } = await run("pull", "--out", "out");
    expect([exitCode, asked.length]).toEqual([1, 0]);
    expect(log).toContain("MODEL_UNCHECKED");
  });

  it("CLI-9 takes models.baseUrl for the address", async () => {
    const { port } = server.address() as AddressInfo;
    const file = path.join(root, "toolkit.config.ts");
    const models = `models: { baseUrl: "http://127.0.0.1:${port}/mirror/" }`;
    writeFileSync(file, readFileSync(file, "utf8").replace("};", `, ${models} };`));
    expect((await run("pull", "--out", "out")).exitCode).toBe(0);
    expect(asked[0]!.url).toBe("/mirror/net/a.onnx");
  });

  it("CLI-10 tells what is wrong with a call, an address and a registry", async () => {
    expect((await run("pull", "tinyy")).log).toContain('"tiny"');
    answer = (_, response) => void response.writeHead(503).end();
    expect((await run("pull", "--out", "out")).log).toContain("503");
    writeRegistry({ path: "../a" });
    expect((await run("list")).log).toContain("models.0.files.0.path");
  });
});

describe("the registry", () => {
  it("CLI-9 is listed: nets, sizes, checksums, licences", async () => {
    const { out } = await run("list");
    const hash = sha256(BYTES).slice(0, 12);
    expect(out).toContain(`tiny\tdenoise\tstudio\tnet/a.onnx\t?\t${hash}\tMIT\n`);
  });

  it("TLS-5 has each file that ships, with its checksum and size", () => {
    const folder = path.join(HOME, "audio/nets/weights");
    const shipped = loadRegistry(HOME, HOME).filter(({ tier }) => tier === "built-in");
    const sums = shipped.flatMap(({ files }) =>
      files.map(({ path: name, sha256: hash }) => [path.basename(name), hash]),
    );
    // What the browser compares with, and what is there.
    expect(Object.fromEntries(sums)).toEqual(CHECKSUMS);
    const there = readdirSync(folder).filter((name) => !name.endsWith(".md"));
    expect(there.sort()).toEqual(Object.keys(CHECKSUMS).sort());
    for (const { files } of shipped)
      for (const { path: name, sha256: hash, bytes } of files) {
        const content = readFileSync(path.join(folder, path.basename(name)));
        expect([name, sha256(content), content.length]).toEqual([name, hash, bytes]);
      }
  });
});
