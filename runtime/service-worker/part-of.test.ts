import { expect, it } from "vitest";
import { answer } from "#tests/fixtures/caches.ts";
import { partOf } from "./part-of.ts";

const part = (range: string | null): Promise<Response> =>
  partOf(answer("0123456789", { type: "audio/mpeg" }), range);

it.each([
  ["bytes=0-", "0123456789", "bytes 0-9/10"],
  ["bytes=4-5", "45", "bytes 4-5/10"],
  ["bytes=8-99", "89", "bytes 8-9/10"],
])("PWA a player gets the bytes that it asks for: %s", async (range, text, contentRange) => {
  const response = await part(range);
  expect(response.status).toBe(206);
  expect(response.headers.get("content-range")).toBe(contentRange);
  expect(response.headers.get("content-length")).toBe(String(text.length));
  expect(response.headers.get("content-type")).toBe("audio/mpeg");
  expect(await response.text()).toBe(text);
});

it.each([null, "bytes=-3", "bytes=0-1,4-5", "lines=1-2"])(
  "PWA the whole answers what names no single part: %s",
  async (range) => {
    const response = await part(range);
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("0123456789");
  },
);

it("PWA there is nothing behind the end", async () => {
  const response = await part("bytes=10-");
  expect(response.status).toBe(416);
  expect(response.headers.get("content-range")).toBe("bytes */10");
});
