import { createHash } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { Upload } from "tus-js-client";
import { afterEach, beforeEach, expect, it } from "vitest";
import { getErasure } from "#core/api/uploads/get-erasure.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { createMemoryStore } from "../objects/memory-store.ts";
import type { ObjectStore } from "../ports/object-store.ts";
import { sweep } from "../sweep.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { PART } from "../files/write-file.ts";

type Headers = Readonly<Record<string, string>>;
const UPLOADS = "/audio/api/v1/uploads";
const TYPE = { "content-type": "application/offset+octet-stream" };

/** Bytes whose every run of a few is unique. */
const bytesOf = (length: number): Uint8Array<ArrayBuffer> => {
  const bytes = new Uint8Array(length);
  for (let at = 0, state = 1; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
};
const checksum = (bytes: Uint8Array, algorithm = "sha256"): string =>
  `${algorithm} ${createHash(algorithm).update(bytes).digest("base64")}`;

describeOnDatabases("resumable uploads", ({ fresh }) => {
  let server: TestServer;
  let objects: Map<string, Uint8Array>;
  let store: ObjectStore;
  let user: Awaited<ReturnType<TestServer["addUser"]>>;
  beforeEach(async () => {
    objects = new Map();
    store = createMemoryStore(objects);
    server = await createTestServer(await fresh(), { objects: store });
    user = await server.addUser();
  });
  afterEach(() => server.close());

  const send = (
    method: string,
    path: string,
    headers: Headers = {},
    body?: BodyInit,
  ): Promise<Response> =>
    Promise.resolve(
      server.app.request(`https://api.example${path}`, {
        method,
        headers: { authorization: user.token, "tus-resumable": "1.0.0", ...headers },
        ...(body !== undefined && { body, duplex: "half" }),
      }),
    );
  async function create(length: number): Promise<string> {
    const response = await send("POST", UPLOADS, { "upload-length": String(length) });
    expect([response.status, response.headers.get("upload-offset")]).toEqual([201, "0"]);
    return new URL(response.headers.get("location")!, `https://api.example${UPLOADS}`).pathname;
  }
  const patch = (path: string, offset: number, body: BodyInit, headers: Headers = {}) =>
    send("PATCH", path, { ...TYPE, "upload-offset": String(offset), ...headers }, body);
  const offsetOf = async (path: string): Promise<number> =>
    Number((await send("HEAD", path)).headers.get("upload-offset"));
  const fileOf = (path: string): string => path.replace("/uploads/", "/files/");
  const idOf = (path: string): string => path.split("/").at(-1)!;
  async function expectFile(path: string, bytes: Uint8Array): Promise<void> {
    const response = await send("GET", fileOf(path));
    expect(response.status).toBe(200);
    // A comparison by `toEqual` takes minutes.
    expect(Buffer.from(await response.arrayBuffer()).equals(bytes)).toBe(true);
  }

  it("JOB-5 a file arrives in parts, is encrypted, and is read whole and in ranges", async () => {
    const bytes = bytesOf(300_001);
    const path = await create(bytes.length);
    expect(await offsetOf(path)).toBe(0);
    expect((await send("GET", fileOf(path))).status).toBe(404);
    const cuts = [0, 1, 65_536, 200_000, bytes.length];
    for (const [at, start] of cuts.slice(0, -1).entries()) {
      const part = bytes.subarray(start, cuts[at + 1]!);
      const response = await patch(path, start, part, { "upload-checksum": checksum(part) });
      expect([response.status, response.headers.get("upload-offset")]).toEqual([
        204,
        String(cuts[at + 1]),
      ]);
    }
    await expectFile(path, bytes);
    const ranges = [
      [0, 0],
      [65_535, 65_536],
      [1, 299_999],
      [199_999, 200_000],
      [300_000, 300_000],
    ];
    for (const [start, end] of ranges as [number, number][]) {
      const response = await send("GET", fileOf(path), { range: `bytes=${start}-${end}` });
      expect([response.status, response.headers.get("content-range")]).toEqual([
        206,
        `bytes ${start}-${end}/300001`,
      ]);
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes.subarray(start, end + 1));
    }
    expect((await send("GET", fileOf(path), { range: "bytes=300001-" })).status).toBe(416);
    const stored = Buffer.concat([...objects.values()]);
    expect(stored.length).toBeGreaterThan(bytes.length);
    for (let at = 0; at + 8 <= bytes.length; at += 4096)
      expect(stored.includes(Buffer.from(bytes.subarray(at, at + 8)))).toBe(false);
  });

  it("JOB-5 without a checksum, what arrived of a lost connection stays", async () => {
    const bytes = bytesOf(PART + 100_000);
    const path = await create(bytes.length);
    const chunks = [bytes.subarray(0, PART + 50_000)];
    const lost = new ReadableStream<Uint8Array>({
      pull: (controller) => {
        const chunk = chunks.shift();
        if (chunk) controller.enqueue(chunk);
        else controller.error(new Error("connection lost"));
      },
    });
    expect((await patch(path, 0, lost)).status).toBe(400);
    expect(await offsetOf(path)).toBe(PART + 50_000);
    expect((await patch(path, PART + 50_000, bytes.subarray(PART + 50_000))).status).toBe(204);
    await expectFile(path, bytes);
  });

  it("JOB-5 of two parts for the same offset one wins, and the other leaves no object", async () => {
    const path = await create(2000);
    const parts = [bytesOf(1000).map((byte) => byte ^ 1), bytesOf(1000)];
    const statuses = await Promise.all(
      parts.map(async (part) => (await patch(path, 0, part)).status),
    );
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 409]);
    expect([await offsetOf(path), objects.size]).toEqual([1000, 1]);
    const winner = parts[statuses.indexOf(204)]!;
    expect((await patch(path, 1000, winner)).status).toBe(204);
    await expectFile(path, Uint8Array.from([...winner, ...winner]));
  });

  it("JOB-5 requests that lie or are malformed change nothing", async () => {
    const bytes = bytesOf(1000);
    const path = await create(1000);
    const cases: readonly [status: number, headers: Headers, body?: Uint8Array<ArrayBuffer>][] = [
      [409, { "upload-offset": "1" }],
      [400, { "upload-offset": "-1" }],
      [400, { "upload-offset": "1e2" }],
      [415, { "content-type": "audio/mpeg" }],
      [412, { "tus-resumable": "0.2.2" }],
      [460, { "upload-checksum": checksum(bytes.subarray(1)) }],
      [400, { "upload-checksum": `md5 ${createHash("md5").update(bytes).digest("base64")}` }],
      [400, { "upload-checksum": "sha256" }],
      [413, {}, bytesOf(1001)],
      [413, { "content-length": "5000" }],
      [404, { authorization: (await server.addUser()).token }],
      [401, { authorization: "none" }],
    ];
    for (const [status, headers, body = bytes] of cases) {
      const response = await patch(path, 0, body, headers);
      expect([headers, response.status]).toEqual([headers, status]);
      expect(response.headers.get("tus-resumable")).toBe("1.0.0");
    }
    expect([await offsetOf(path), objects.size]).toEqual([0, 0]);
    for (const header of [
      { "upload-length": "0" },
      { "upload-length": "-5" },
      { "upload-length": "1e3" },
      { "upload-length": "9".repeat(30) },
      { "upload-defer-length": "1" },
      { "upload-length": "10", "upload-concat": "partial" },
    ] as Headers[])
      expect((await send("POST", UPLOADS, header)).status).toBe(400);
    expect(
      (await patch(path, 0, bytes, { "upload-checksum": checksum(bytes, "sha1") })).status,
    ).toBe(204);
    expect((await patch(path, 1000, bytesOf(1))).status).toBe(413);
    await expectFile(path, bytes);
  });

  it("JOB-5 hostile metadata and ids reach neither database nor store", async () => {
    const metadata = `filename ${Buffer.from("../../etc/\u0000passwd<script>").toString("base64")}`;
    const response = await send("POST", UPLOADS, {
      "upload-length": "10",
      "upload-metadata": metadata,
    });
    expect(response.status).toBe(201);
    const rows = await server.deps.db.read((queries) =>
      queries.selectFrom("job_files").selectAll().execute(),
    );
    expect(JSON.stringify(rows)).not.toMatch(/passwd|script/);
    for (const id of ["..%2f..%2fsecret", "%00", "a".repeat(5000), "'or'1'='1"])
      for (const method of ["HEAD", "DELETE"])
        expect((await send(method, `${UPLOADS}/${id}`)).status).toBe(404);
  });

  it("JOB-5 an account has a limit of bytes and of files, which erasing frees", async () => {
    const limit = server.deps.settings.fileBytesOfAccount;
    expect((await send("POST", UPLOADS, { "upload-length": String(limit + 1) })).status).toBe(413);
    const path = await create(limit - 10);
    const full = await send("POST", UPLOADS, { "upload-length": "11" });
    expect([full.status, ((await full.json()) as { key: string }).key]).toEqual([
      413,
      "quota_used",
    ]);
    expect((await send("DELETE", path)).status).toBe(204);
    expect((await send("HEAD", path)).status).toBe(404);
    const outcomes = [];
    for (let at = 0; at < 102; at++)
      outcomes.push((await send("POST", UPLOADS, { "upload-length": "1" })).status);
    expect(outcomes.filter((status) => status === 201)).toHaveLength(100);
    const [{ bytes }] = await totals();
    expect(bytes).toBe(100);
  });
  const totals = async () =>
    (await server.deps.db.read((queries) =>
      queries
        .selectFrom("storage_totals")
        .select("bytes")
        .where("kind", "=", "job_files")
        .execute(),
    )) as [{ bytes: number }];

  it("JOB-5 an upload that is not used is erased after a day", async () => {
    const path = await create(1000);
    await patch(path, 0, bytesOf(500));
    server.advance(86_400_000);
    expect((await send("HEAD", path)).status).toBe(404);
    expect((await patch(path, 500, bytesOf(500))).status).toBe(404);
    await sweep(server.deps);
    expect([objects.size, (await totals())[0].bytes]).toEqual([0, 0]);
    const { data } = await server.call(getErasure, { file: idOf(path) });
    expect(data.removed_at).not.toBeNull();
  });

  it("JOB-5 a part that arrives while its file is erased leaves nothing", async () => {
    const path = await create(1000);
    const put = Promise.withResolvers<void>();
    const reached = Promise.withResolvers<void>();
    const { put: putNow } = store;
    (store as { put: ObjectStore["put"] }).put = async (...object) => {
      reached.resolve();
      await put.promise;
      await putNow(...object);
    };
    const late = patch(path, 0, bytesOf(1000));
    await reached.promise;
    await send("DELETE", path);
    await sweep(server.deps);
    put.resolve();
    expect((await late).status).toBe(409);
    expect(objects.size).toBe(0);
    // What a process left that was killed in between is removed a day later.
    objects.set(`files/${idOf(path)}/stray`, bytesOf(10));
    await sweep(server.deps);
    server.advance(86_400_000);
    await sweep(server.deps);
    expect(objects.size).toBe(0);
  });

  it("JOB-5 other clients learn what the server supports, from other origins, too", async () => {
    const response = await send("OPTIONS", UPLOADS, { origin: "https://fermata.example" });
    expect([response.status, response.headers.get("tus-version")]).toEqual([204, "1.0.0"]);
    expect(response.headers.get("tus-extension")).toBe("creation,expiration,checksum,termination");
    expect(response.headers.get("access-control-allow-headers")).toContain("Upload-Offset");
    const path = await create(10);
    const options = await send("OPTIONS", path, { origin: "https://fermata.example" });
    expect(options.headers.get("access-control-allow-methods")).toBe("HEAD, PATCH, DELETE");
    const head = await send("HEAD", path, { origin: "https://fermata.example" });
    expect(head.headers.get("access-control-expose-headers")).toContain("Upload-Offset");
    expect((await send("GET", path)).status).toBe(405);
  });

  it("JOB-5 a browser with the site's cookie has to repeat it", async () => {
    const path = await create(10);
    for (const method of ["PATCH", "DELETE"])
      expect((await send(method, path, { cookie: "XSRF-TOKEN=a" })).status).toBe(403);
  });

  it("JOB-5 a site without jobs has no uploads", async () => {
    const { jobRules } = server.deps;
    (server.deps as { jobRules: typeof jobRules }).jobRules = { ...jobRules, enabled: false };
    for (const method of ["HEAD", "PATCH", "DELETE"])
      expect((await send(method, `${UPLOADS}/${"a".repeat(24)}`)).status).toBe(404);
    expect((await send("POST", UPLOADS, { "upload-length": "10" })).status).toBe(404);
    expect((await send("GET", `/audio/api/v1/files/${"a".repeat(24)}`)).status).toBe(404);
  });

  it("JOB-5 the protocol's own client uploads a file", async () => {
    const bytes = Buffer.from(bytesOf(PART + 1_000_000));
    const listener = createServer(getRequestListener(server.app.fetch));
    await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
    const { port } = listener.address() as AddressInfo;
    try {
      const url = await new Promise<string | null>((resolve, reject) => {
        const upload: Upload = new Upload(bytes, {
          endpoint: `http://127.0.0.1:${port}${UPLOADS}`,
          headers: { authorization: user.token },
          metadata: { filename: "a.wav" },
          chunkSize: 5_000_000,
          onError: reject,
          onSuccess: () => resolve(upload.url),
        });
        upload.start();
      });
      await expectFile(new URL(url!).pathname, new Uint8Array(bytes));
    } finally {
      listener.close();
    }
  });
});
