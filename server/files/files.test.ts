import { execFileSync } from "node:child_process";
import { createPublicKey, type JsonWebKey, verify } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { cancelAccount } from "#core/api/accounts/cancel-account.ts";
import { getErasure } from "#core/api/uploads/get-erasure.ts";
import { receiptKeys } from "#core/api/uploads/receipt-keys.ts";
import type { JobFiles } from "../db/schema/files.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { systemRandom } from "../deps/deps.ts";
import { createMemoryStore } from "../objects/memory-store.ts";
import { sweep } from "../sweep.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { eraseFiles } from "./erase-files.ts";
import { FRAME, OVERHEAD, decryptFrame, encryptPart } from "./frames.ts";
import { readFile } from "./read-file.ts";
import type { ErasureReceipt } from "./receipts.ts";
import { folderOf, storeResult } from "./write-file.ts";

const DOCUMENT = path.resolve(import.meta.dirname, "../../docs/server.md");

describe("frames of encrypted files", () => {
  const key = systemRandom.bytes(32);
  const bytes = systemRandom.bytes(2 * FRAME + 1000);
  const part = { fileId: "a", name: "b", start: 100, bytes: bytes.length };
  const sealed = encryptPart(key, part, { bytes, random: systemRandom });
  const frame = (index: number): Uint8Array =>
    sealed.subarray(index * (FRAME + OVERHEAD), (index + 1) * (FRAME + OVERHEAD));

  it("JOB-5 are opened where they belong", () => {
    const opened = [0, 1, 2].map((index) =>
      decryptFrame(key, part, { index, sealed: frame(index) }),
    );
    expect(Buffer.concat(opened).equals(bytes)).toBe(true);
  });

  it("JOB-5 are rejected with any bit flipped, truncated, or in another place", () => {
    for (let bit = 0; bit < frame(2).length * 8; bit += 37) {
      const flipped = Uint8Array.from(frame(2));
      flipped[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => decryptFrame(key, part, { index: 2, sealed: flipped })).toThrow();
    }
    const rejected: readonly [typeof part, number, Uint8Array][] = [
      [part, 1, frame(0)],
      [part, 0, frame(2)],
      [{ ...part, fileId: "c" }, 0, frame(0)],
      [{ ...part, name: "c" }, 0, frame(0)],
      [{ ...part, start: 101 }, 0, frame(0)],
      // A truncated part does not end with its last frame.
      [{ ...part, bytes: 2 * FRAME }, 1, frame(1)],
    ];
    for (const length of [0, 11, 27, 28, 1000])
      expect(() =>
        decryptFrame(key, part, { index: 2, sealed: frame(2).subarray(0, length) }),
      ).toThrow();
    for (const [id, index, one] of rejected)
      expect(() => decryptFrame(key, id, { index, sealed: one })).toThrow();
  });

  it("JOB-5 are different each time the same bytes are encrypted", () => {
    const again = encryptPart(key, part, { bytes, random: systemRandom });
    expect(Buffer.from(again).equals(sealed)).toBe(false);
  });
});

describeOnDatabases("files of jobs", ({ fresh }) => {
  let server: TestServer;
  let objects: Map<string, Uint8Array>;
  let user: Awaited<ReturnType<TestServer["addUser"]>>;
  const BYTES = systemRandom.bytes(3 * FRAME + 77);
  const useKeys = (...ids: readonly string[]): void => {
    const fileKeys = ids.map((id) => ({ id, secret: id.repeat(32) }));
    const { deps } = server;
    (deps as { settings: typeof deps.settings }).settings = { ...deps.settings, fileKeys };
  };

  beforeEach(async () => {
    objects = new Map();
    server = await createTestServer(await fresh(), { objects: createMemoryStore(objects) });
    user = await server.addUser();
  });
  afterEach(() => server.close());

  const store = (bytes: Uint8Array = BYTES, attempt = 1): Promise<JobFiles> =>
    storeResult(
      server.deps,
      {
        userId: user.userId,
        job: { id: "job", attempt },
        expiresAt: server.deps.clock() + 86_400_000,
      },
      [bytes.subarray(0, 1000), bytes.subarray(1000)],
    );
  async function read(file: JobFiles): Promise<Buffer> {
    const chunks: Uint8Array[] = [];
    for await (const chunk of readFile(server.deps, file)) chunks.push(chunk);
    return Buffer.concat(chunks);
  }
  async function receiptOf({ id }: JobFiles): Promise<{ text: string; content: ErasureReceipt }> {
    const { data } = await server.call(getErasure, { file: id });
    const [head, content, signature] = data.receipt.split(".") as [string, string, string];
    const response = await server.app.request(`https://api.example${receiptKeys.path}`);
    const { keys } = (await response.json()) as { keys: (JsonWebKey & { kid: string })[] };
    const { kid } = JSON.parse(Buffer.from(head, "base64url").toString()) as { kid: string };
    const key = createPublicKey({ key: keys.find((one) => one.kid === kid)!, format: "jwk" });
    const signed = Buffer.from(`${head}.${content}`);
    expect(verify(null, signed, key, Buffer.from(signature, "base64url"))).toBe(true);
    expect(verify(null, Buffer.from("other"), key, Buffer.from(signature, "base64url"))).toBe(
      false,
    );
    const text = Buffer.from(content, "base64url").toString();
    return { text: data.receipt, content: JSON.parse(text) as ErasureReceipt };
  }

  it("JOB-5 a changed, truncated or missing object is an error, and nothing of it is passed on", async () => {
    const file = await store();
    expect((await read(file)).equals(BYTES)).toBe(true);
    const [key, sealed] = [...objects][0]!;
    const flipped = Uint8Array.from(sealed);
    flipped[sealed.length - 1]! ^= 1;
    for (const bytes of [flipped, sealed.subarray(0, -1), sealed.subarray(0, FRAME + OVERHEAD)]) {
      objects.set(key, bytes);
      await expect(read(file)).rejects.toThrow();
    }
    objects.delete(key);
    await expect(read(file)).rejects.toThrow("is missing");
  });

  it("JOB-5 a file is read with an earlier key of the operator while it is configured", async () => {
    useKeys("a1");
    const file = await store();
    useKeys("b2", "a1");
    expect((await store(BYTES, 2)).key_id).toBe("b2");
    expect((await read(file)).equals(BYTES)).toBe(true);
    useKeys("b2");
    await expect(read(file)).rejects.toThrow("there is no key a1");
  });

  it("JOB-5 erasing deletes the key with a signed receipt, and the objects follow", async () => {
    const files = [await store(BYTES, 1), await store(BYTES, 2), await store(BYTES, 3)];
    const copies = new Map(objects);
    const { deps } = server;
    const job = { id: "job", before: 3 };
    await deps.db.write((tx) => eraseFiles(tx, deps, { userId: user.userId, job }, "job_ended"));
    expect((await receiptOf(files[0]!)).content).toMatchObject({
      iss: "https://fermata.example",
      file: files[0]!.id,
      bytes: BYTES.length,
      reason: "job_ended",
      key_destroyed_at: deps.clock() / 1000,
      removed_at: null,
    });
    await sweep(deps);
    expect((await receiptOf(files[1]!)).content.removed_at).toBe(deps.clock() / 1000);
    expect([...objects.keys()].every((key) => key.startsWith(folderOf(files[2]!.id)))).toBe(true);
    expect((await read(files[2]!)).equals(BYTES)).toBe(true);
    // Copies of the objects are useless without the key.
    for (const [key, bytes] of copies) objects.set(key, bytes);
    const rows = await deps.db.read((queries) =>
      queries.selectFrom("job_files").select("id").execute(),
    );
    expect(rows).toEqual([{ id: files[2]!.id }]);
    expect((await server.call(getErasure, { file: "a".repeat(24) })).key).toBe("not_found");
  });

  it("JOB-5 objects that the store does not remove are removed later", async () => {
    const file = await store();
    const { deps } = server;
    const { remove } = deps.objects;
    (deps.objects as { remove: typeof remove }).remove = () => Promise.reject(new Error("down"));
    await deps.db.write((tx) => eraseFiles(tx, deps, { userId: user.userId }, "requested"));
    await sweep(deps);
    expect((await receiptOf(file)).content.removed_at).toBeNull();
    (deps.objects as { remove: typeof remove }).remove = remove;
    server.advance(600_000);
    await sweep(deps);
    expect([(await receiptOf(file)).content.removed_at, objects.size]).toEqual([
      deps.clock() / 1000,
      0,
    ]);
  });

  it("JOB-5 USR-5 a deleted account leaves no file, and its receipts remain", async () => {
    const file = await store();
    await server.call(cancelAccount, { password: "a password of mine" }, user);
    await sweep(server.deps);
    expect(objects.size).toBe(0);
    const { text, content } = await receiptOf(file);
    expect(content.reason).toBe("account_deleted");
    expect(Buffer.from(text.split(".")[1]!, "base64url").toString()).not.toContain(user.userId);
    server.advance(401 * 86_400_000);
    await sweep(server.deps);
    expect((await server.call(getErasure, { file: file.id })).key).toBe("not_found");
  });

  it("JOB-5 the commands of docs/server.md verify a receipt", async () => {
    const file = await store();
    const { deps } = server;
    await deps.db.write((tx) => eraseFiles(tx, deps, { userId: user.userId }, "requested"));
    const { text } = await receiptOf(file);
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), "receipt-"));
    try {
      const keys = await (
        await server.app.request(`https://api.example${receiptKeys.path}`)
      ).text();
      fs.writeFileSync(path.join(folder, "keys.json"), keys);
      const script = /```sh\n(# Verify a receipt[^`]*)```/.exec(
        fs.readFileSync(DOCUMENT, "utf8"),
      )![1]!;
      const run = (receipt: string): string => {
        fs.writeFileSync(path.join(folder, "receipt.txt"), `${receipt}\n`);
        const commands = script.replace(/^curl .*$/m, "");
        const options = { cwd: folder, encoding: "utf8", stdio: "pipe" } as const;
        return execFileSync("bash", ["-c", commands], options);
      };
      expect(run(text)).toContain("Signature Verified Successfully");
      expect(run(text)).toContain(file.id);
      const forged = text.split(".");
      forged[1] = Buffer.from('{"file":"another"}').toString("base64url");
      expect(() => run(forged.join("."))).toThrow();
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });
});
