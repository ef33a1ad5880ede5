import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { fetchUnpacked } from "./unpack-file.ts";

const answering =
  (body: Uint8Array<ArrayBuffer>, status = 200) =>
  async () =>
    new Response(body, { status });
const CONTENT = Uint8Array.from({ length: 5000 }, (_, at) => at % 251);

it("TLS-5 a file that is published compressed is unpacked, and one that is not stays as it is", async () => {
  for (const body of [Uint8Array.from(gzipSync(CONTENT)), CONTENT, new Uint8Array(1)]) {
    const found = new Uint8Array(await fetchUnpacked("/a", answering(body)));
    expect(found).toEqual(body.length === 1 ? body : CONTENT);
  }
});

it("TLS-5 one that is damaged, or not there, is an error", async () => {
  const damaged = Uint8Array.from(gzipSync(CONTENT)).subarray(0, 40);
  await expect(fetchUnpacked("/a", answering(damaged))).rejects.toThrow();
  await expect(fetchUnpacked("/a", answering(CONTENT, 404))).rejects.toThrow("answered 404");
});
