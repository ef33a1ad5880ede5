import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { loadModel } from "./load-model.ts";

const RIGHT = "the weights of a net";
const sha256 = createHash("sha256").update(RIGHT).digest("hex");
const digest = (data: BufferSource) => crypto.subtle.digest("SHA-256", data);

/** Stubs `fetch` with a sequence of texts. */
function answering(...texts: readonly string[]) {
  const requests: (string | undefined)[] = [];
  return {
    asked: requests,
    fetch: async (_: string, init?: RequestInit) => {
      requests.push(init?.cache);
      return new Response(texts[requests.length - 1], {
        status: texts.length < requests.length ? 404 : 200,
      });
    },
  };
}
const text = (bytes: ArrayBuffer): string => new TextDecoder().decode(bytes);

it("TLS-5 a net whose checksum is right is used", async () => {
  const { fetch, asked: requests } = answering(RIGHT);
  expect(text(await loadModel("/a", { sha256, fetch, digest }))).toBe(RIGHT);
  expect(requests).toEqual(["default"]);
});

it("TLS-5 a damaged cached copy is fetched again, bypassing the cache", async () => {
  const { fetch, asked: requests } = answering("the weight", RIGHT);
  expect(text(await loadModel("/a", { sha256, fetch, digest }))).toBe(RIGHT);
  expect(requests).toEqual(["default", "reload"]);
});

it("TLS-5 one that is wrong again is refused, and one that is not there", async () => {
  const wrong = answering("wrong", "wrong");
  await expect(loadModel("/a", { sha256, fetch: wrong.fetch, digest })).rejects.toThrow(sha256);
  await expect(loadModel("/a", { sha256, fetch: answering().fetch, digest })).rejects.toThrow(
    "404",
  );
});
