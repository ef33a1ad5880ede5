import { once } from "node:events";
import { type ServerResponse, createServer } from "node:http";
import { type AddressInfo, type Socket, connect } from "node:net";
import { expect, it } from "vitest";
import { createClose } from "./close-server.ts";

/** Longer than the test timeout. */
const FOREVER = 600_000;

async function start(answer: (response: ServerResponse) => void, grace = FOREVER) {
  const server = createServer((_, response) => answer(response));
  const close = createClose(server, grace);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { server, close, open: () => opened(port) };
}

async function opened(port: number): Promise<{ socket: Socket; received: () => string }> {
  const socket = connect(port, "127.0.0.1");
  const parts: Buffer[] = [];
  socket.on("data", (bytes: Buffer) => parts.push(bytes)).on("error", () => {});
  await once(socket, "connect");
  return { socket, received: () => Buffer.concat(parts).toString() };
}

const REQUEST = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

it("CLI-3 connections without a request are not waited for", async () => {
  const { server, close, open } = await start((response) => response.end("done"));
  const accepted = once(server, "connection");
  await open();
  await accepted;
  const used = await open();
  used.socket.write(REQUEST);
  await once(used.socket, "data");
  const begun = await open();
  begun.socket.write("GET / HTTP/1.1\r\n");
  await close();
  expect(used.received()).toContain("done");
});

it("CLI-3 a request that is being answered ends, and its connection with it", async () => {
  const answers: ServerResponse[] = [];
  const { server, close, open } = await start((response) => answers.push(response));
  const { socket, received } = await open();
  socket.write(REQUEST);
  await once(server, "request");
  const closed = close();
  answers[0]!.end("the whole answer");
  await Promise.all([closed, once(socket, "close")]);
  expect(received()).toContain("the whole answer");
});

it("CLI-3 a request that does not end is cut when its time is over", async () => {
  const { server, close, open } = await start(() => {}, 1);
  const { socket } = await open();
  socket.write(REQUEST);
  await once(server, "request");
  await Promise.all([close(), once(socket, "close")]);
});
