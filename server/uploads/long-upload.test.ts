import { createHash } from "node:crypto";
import { once } from "node:events";
import fs from "node:fs";
import net, { type AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as pauseFor } from "node:timers/promises";
import S3rver from "@20minutes/s3rver";
import { Upload } from "tus-js-client";
import { describe, expect, it } from "vitest";
import { uploadFile } from "#runtime/uploads/upload-file.ts";
import { inLongRun } from "#tests/left-out.ts";
import { type ServerProcess, startProcess } from "../testing/test-process.ts";
import { createTestServer } from "../testing/test-server.ts";

const MB = 1_000_000;
const LENGTH = 300 * MB;
/** Bytes after which the connection of the client is cut. */
const CUT = 5 * MB;
/** Bytes by which the memory of a process may grow, after it has received the first parts. */
const GROWTH = 64 * MB;
const WARM = 48 * MB;
const PATH = "/audio/api/v1/uploads";

/** A proxy that cuts each connection after some bytes from the client. */
async function startCuttingProxy(target: () => number) {
  let cuts = 0;
  const proxy = net.createServer((client) => {
    const server = net.connect(target(), "127.0.0.1");
    let bytes = 0;
    client.on("data", (chunk) => {
      bytes += chunk.length;
      if (bytes < CUT) return;
      cuts++;
      client.destroy();
      server.destroy();
    });
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.pipe(to);
      from.on("error", () => to.destroy());
      from.on("close", () => to.destroy());
    }
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const { port } = proxy.address() as AddressInfo;
  return { port, cuts: () => cuts, close: () => void proxy.close() };
}

/** Resident memory of a process in bytes. */
const memoryOf = (pid: number): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(fs.readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;

async function writeNoise(file: string): Promise<string> {
  const hash = createHash("sha256");
  const handle = await fs.promises.open(file, "w");
  for (let at = 0; at < LENGTH; at += MB) {
    const chunk = createHash("shake256", { outputLength: MB }).update(String(at)).digest();
    hash.update(chunk);
    await handle.write(chunk);
  }
  await handle.close();
  return hash.digest("hex");
}

interface Sending {
  readonly file: Blob;
  /** Path of the file. */
  readonly input: string;
  readonly endpoint: string;
  readonly token: string;
  readonly onProgress: (share: number) => void;
}
const CLIENTS = {
  ours: ({ file, endpoint, token, onProgress }: Sending) =>
    uploadFile(
      {
        endpoint,
        fetch,
        headers: () => ({ Authorization: token }),
        digest: (data) => crypto.subtle.digest("SHA-256", data),
        pause: (milliseconds) => pauseFor(milliseconds / 10),
      },
      file,
      { id: null, onCreated: () => {}, onProgress, signal: new AbortController().signal },
    ),
  "tus-js-client": ({ input, endpoint, token, onProgress }: Sending) =>
    new Promise<string>((resolve, reject) => {
      const upload: Upload = new Upload(fs.createReadStream(input), {
        endpoint,
        headers: { authorization: token },
        chunkSize: 8 * 1024 * 1024,
        // The response to a cut connection never comes, so the first one is soon enough.
        retryDelays: Array.from({ length: 20 }, () => 50),
        onProgress: (sent) => onProgress(sent / LENGTH),
        onError: reject,
        onSuccess: () => resolve(upload.url!.split("/").at(-1)!),
      });
      upload.start();
    }),
} as const;

describe("an upload of 300 MB", { timeout: 900_000 }, () => {
  it.each([
    ["folder", "ours"],
    ["s3rver", "ours"],
    ["folder", "tus-js-client"],
  ] as const)(
    "JOB-5 to a %s by %s survives a cut every 5 MB and two killed processes",
    inLongRun,
    async (store, client) => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-long-upload-"));
      const database = { url: null, file: path.join(folder, "toolkit.sqlite"), connections: 1 };
      const s3 = new S3rver({
        address: "127.0.0.1",
        port: 0,
        silent: true,
        directory: path.join(folder, "s3rver"),
        configureBuckets: [{ name: "some-bucket" }],
      });
      const { port } = await s3.run();
      const env = {
        ...(store === "s3rver" && {
          OBJECT_STORE: `s3://S3RVER:S3RVER@127.0.0.1:${port}/some-bucket?insecure=1`,
        }),
      };
      // Creates the tables and the account.
      const accounts = await createTestServer(database);
      const { token } = await accounts.addUser();
      await accounts.close();
      const servers: ServerProcess[] = [];
      const memory = new Map<ServerProcess, { warm: number; max: number; since: number }>();
      for (let at = 0; at < 3; at++) servers.push(await startProcess(database, env));
      let current = 0;
      const proxy = await startCuttingProxy(() => servers[current]!.port);
      let sent = 0;
      const sampling = setInterval(() => {
        const server = servers[current]!;
        if (!server.isAlive()) return;
        const now = memoryOf(server.pid);
        const seen = memory.get(server) ?? { warm: 0, max: 0, since: sent };
        const isWarm = sent - seen.since > WARM;
        memory.set(server, {
          ...seen,
          warm: isWarm ? seen.warm : Math.max(seen.warm, now),
          max: Math.max(seen.max, now),
        });
      }, 20);
      try {
        const input = path.join(folder, "input");
        const digest = await writeNoise(input);
        const kills: Promise<void>[] = [];
        const id = await CLIENTS[client]({
          file: await fs.openAsBlob(input),
          input,
          endpoint: `http://127.0.0.1:${proxy.port}${PATH}`,
          token,
          onProgress: (share) => {
            sent = share * LENGTH;
            if (share < (current + 1) / 3 || current === 2) return;
            kills.push(servers[current]!.kill());
            current++;
          },
        });
        await Promise.all(kills);
        expect([kills.length, proxy.cuts() > 30]).toEqual([2, true]);
        const url = `http://127.0.0.1:${servers[2]!.port}/audio/api/v1/files/${id}`;
        const response = await fetch(url, { headers: { authorization: token } });
        const hash = createHash("sha256");
        for await (const chunk of response.body!) hash.update(chunk);
        expect([response.status, hash.digest("hex")]).toEqual([200, digest]);
        const growth = [...memory.values()].map(({ warm, max }) => max - warm);
        for (const bytes of growth) expect(bytes).toBeLessThanOrEqual(GROWTH);
      } finally {
        clearInterval(sampling);
        proxy.close();
        for (const server of servers) await server.close();
        await s3.close();
        fs.rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
