import { createHash } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createMemoryStore } from "#server/objects/memory-store.ts";
import { type TestServer, createTestServer } from "#server/testing/test-server.ts";
import { type UploadPorts, eraseUpload, uploadFile } from "./upload-file.ts";

const MIB = 1024 * 1024;
const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-uploads-"));
const objects = new Map<string, Uint8Array>();
let server: TestServer;
let token: string;

beforeAll(async () => {
  const database = { url: null, file: path.join(folder, "toolkit.sqlite"), connections: 1 };
  server = await createTestServer(database, { objects: createMemoryStore(objects) });
  ({ token } = await server.addUser());
});
afterAll(async () => {
  await server.close();
  fs.rmSync(folder, { recursive: true });
});

/** Replaces the response to a request; null: the request goes to the server. */
type Answer = (request: Request, count: number) => Response | Error | "lost response" | null;

/** Ports whose requests go to the server, except those that a test answers. */
function connect(decide: Answer = () => null) {
  const requests: { method: string; bytes: number }[] = [];
  const pauses: number[] = [];
  const ports: UploadPorts = {
    endpoint: "https://api.example/audio/api/v1/uploads",
    headers: () => ({ Authorization: token }),
    digest: (data) => crypto.subtle.digest("SHA-256", data),
    pause: async (milliseconds) => void pauses.push(milliseconds),
    fetch: async (address, init) => {
      init?.signal?.throwIfAborted();
      const request = new Request(address as string, init);
      const bytes = (init?.body as ArrayBuffer | undefined)?.byteLength ?? 0;
      requests.push({ method: request.method, bytes });
      const answer = decide(request, requests.length);
      if (answer instanceof Error) throw answer;
      if (answer instanceof Response) return answer;
      const response = await server.app.request(request);
      if (answer === "lost response") throw new TypeError("Failed to fetch");
      return response;
    },
  };
  return { ports, requests, pauses };
}
const fileOf = (length: number): Blob =>
  new Blob([Uint8Array.from({ length }, (_, at) => (at * at) >> 3)]);
const digestOf = (bytes: ArrayBuffer): string =>
  createHash("sha256").update(new Uint8Array(bytes)).digest("hex");
async function expectStored(id: string, file: Blob): Promise<void> {
  const stored = await server.app.request(`https://api.example/audio/api/v1/files/${id}`, {
    headers: { authorization: token },
  });
  expect(digestOf(await stored.arrayBuffer())).toBe(digestOf(await file.arrayBuffer()));
}
const { signal } = new AbortController();
const begin = { id: null, onCreated: () => {}, onProgress: () => {}, signal };

it("JOB-5 a file is uploaded in growing parts, with progress", async () => {
  const file = fileOf(17 * MIB);
  const { ports, requests } = connect();
  const shares: number[] = [];
  const created: string[] = [];
  const id = await uploadFile(ports, file, {
    ...begin,
    onCreated: (one) => created.push(one),
    onProgress: (share) => shares.push(share),
  });
  await expectStored(id, file);
  expect(created).toEqual([id]);
  const parts = requests.filter(({ method }) => method === "PATCH").map(({ bytes }) => bytes / MIB);
  expect(parts).toEqual([1, 2, 4, 8, 2]);
  expect(shares).toEqual([0, 1, 3, 7, 15, 17].map((part) => part / 17));
});

it("JOB-5 lost requests and lost responses are repaired, in smaller parts", async () => {
  const file = fileOf(5 * MIB);
  const lost = new TypeError("Failed to fetch");
  const { ports, requests, pauses } = connect((_, count) =>
    count === 1 || count === 3 || count === 4 ? lost : count % 5 === 0 ? "lost response" : null,
  );
  await expectStored(await uploadFile(ports, file, begin), file);
  expect(requests.some(({ bytes }) => bytes === MIB / 2)).toBe(true);
  expect(pauses.slice(0, 1)).toEqual([500]);
});

it("JOB-5 a connection that is lost after every part of a megabyte gets there", async () => {
  const file = fileOf(3 * MIB + 5);
  const { ports } = connect((request, count) =>
    request.method === "PATCH" && count % 3 !== 0 ? new TypeError("Failed to fetch") : null,
  );
  await expectStored(await uploadFile(ports, file, begin), file);
});

it("JOB-5 a later visit continues where an earlier one was left", async () => {
  const file = fileOf(6 * MIB);
  const leaving = new AbortController();
  let stored = "";
  const first = uploadFile(connect().ports, file, {
    ...begin,
    onCreated: (id) => (stored = id),
    onProgress: (share) => share > 0.4 && leaving.abort(new Error("left")),
    signal: leaving.signal,
  });
  await expect(first).rejects.toThrow("left");
  const { ports, requests } = connect();
  expect(await uploadFile(ports, file, { ...begin, id: stored })).toBe(stored);
  await expectStored(stored, file);
  const sent = requests.reduce((sum, { bytes }) => sum + bytes, 0);
  expect([requests[0]!.method, sent]).toEqual(["HEAD", 3 * MIB]);
  // A complete upload is not sent again.
  const again = connect();
  expect(await uploadFile(again.ports, file, { ...begin, id: stored })).toBe(stored);
  expect(again.requests.map(({ method }) => method)).toEqual(["HEAD"]);
});

it("JOB-5 an upload that is over, or of another file, is begun again", async () => {
  const file = fileOf(1000);
  const earlier = await uploadFile(connect().ports, fileOf(999), begin);
  for (const id of [earlier, "a".repeat(24)]) {
    const created: string[] = [];
    const onCreated = (one: string): void => void created.push(one);
    const next = await uploadFile(connect().ports, file, { ...begin, id, onCreated });
    expect(created).toEqual([next]);
    await expectStored(next, file);
  }
});

it("JOB-5 a rejected upload ends at once, a server that fails is asked again a few times", async () => {
  const file = fileOf(1000);
  token = "expired";
  const rejected = connect();
  await expect(uploadFile(rejected.ports, file, begin)).rejects.toMatchObject({
    status: 401,
    key: "not_signed_in",
  });
  expect(rejected.requests).toHaveLength(1);
  ({ token } = await server.addUser());
  const failing = connect(
    () => new Response("{}", { status: 503, headers: { "Retry-After": "7" } }),
  );
  await expect(uploadFile(failing.ports, file, begin)).rejects.toMatchObject({ status: 503 });
  expect(failing.requests).toHaveLength(10);
  expect(failing.pauses).toEqual(Array.from({ length: 9 }, () => 7000));
  const stuck = connect((request) =>
    request.method === "PATCH"
      ? new Response(null, { status: 204, headers: { "Upload-Offset": "0" } })
      : null,
  );
  await expect(uploadFile(stuck.ports, file, begin)).rejects.toMatchObject({ status: 204 });
});

it("JOB-5 a canceled upload stops and is erased", async () => {
  const canceling = new AbortController();
  let id = "";
  const upload = uploadFile(connect().ports, fileOf(4 * MIB), {
    ...begin,
    onCreated: (created) => (id = created),
    onProgress: (share) => share > 0 && canceling.abort(),
    signal: canceling.signal,
  });
  await expect(upload).rejects.toMatchObject({ name: "AbortError" });
  await eraseUpload(connect().ports, id, signal);
  await eraseUpload(connect().ports, id, signal);
  const head = await server.app.request(`https://api.example/audio/api/v1/uploads/${id}`, {
    method: "HEAD",
    headers: { authorization: token, "tus-resumable": "1.0.0" },
  });
  expect(head.status).toBe(404);
});
