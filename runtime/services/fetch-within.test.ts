import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fetchWithin } from "./fetch-within.ts";

const LIMIT = 30_000;
let server: Server;
let address: string;
/** Responses to the requests that have arrived. */
let responses: ServerResponse[];
beforeEach(async () => {
  responses = [];
  server = createServer((request, response) => {
    request.resume();
    responses.push(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(async () => {
  vi.useRealTimers();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const request = (init: RequestInit = {}): Promise<Response> =>
  fetchWithin(fetch, address, init, LIMIT);
/** Waits for something on the network, which no timer replaces. */
async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setImmediate(resolve));
}
const arrived = (): Promise<void> => until(() => responses.length > 0);

it("TLS-8 a server that accepts a connection and never answers is given up after a time", async () => {
  const failed = request().catch((error: unknown) => error);
  await arrived();
  await vi.advanceTimersByTimeAsync(LIMIT);
  expect(await failed).toMatchObject({ name: "TimeoutError" });
});

it("TLS-8 a body that stops in the middle is given up, and one that is slow is not", async () => {
  const fetched = request();
  await arrived();
  const [response] = responses;
  response!.writeHead(200, { "Content-Length": "6" }).write("a");
  const reader = (await fetched).body!.getReader();
  const text = async (): Promise<string> => Buffer.from((await reader.read()).value!).toString();
  expect(await text()).toBe("a");
  for (const character of ["b", "c"]) {
    const next = text();
    await vi.advanceTimersByTimeAsync(LIMIT - 1);
    response!.write(character);
    expect(await next).toBe(character);
  }
  const failed = reader.read().catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(LIMIT);
  expect(await failed).toMatchObject({ name: "TimeoutError" });
});

it("TLS-8 a request has the time to send its body, and its caller may abort it", async () => {
  const own = new AbortController();
  let isOver = false;
  const fetched = request({
    method: "POST",
    body: new Blob([new Uint8Array(320 * 1024)]),
    signal: own.signal,
  })
    .catch((error: unknown) => error)
    .finally(() => (isOver = true));
  await arrived();
  await vi.advanceTimersByTimeAsync(LIMIT + 9000);
  expect(isOver).toBe(false);
  own.abort();
  expect(await fetched).toMatchObject({ name: "AbortError" });
});
