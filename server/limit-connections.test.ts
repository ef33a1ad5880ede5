import { once } from "node:events";
import { type Server, createServer } from "node:http";
import net, { type AddressInfo } from "node:net";
import { afterEach, expect, it } from "vitest";
import { createProxies } from "./http/client-address.ts";
import { limitConnections } from "./limit-connections.ts";

const opened: { close: () => void }[] = [];
afterEach(() => {
  for (const { close } of opened.splice(0)) close();
});

async function start(max: number, trusted: readonly string[] = []) {
  const server: Server = createServer((_request, response) => response.end("ok"));
  let refused = 0;
  limitConnections(server, {
    max,
    proxies: createProxies(trusted),
    onRefused: () => refused++,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  opened.push({ close: () => (server.closeAllConnections(), server.close()) });
  const { port } = server.address() as AddressInfo;
  return { port, refused: () => refused };
}

/** Opens a connection from a local address. @returns whether the server responds */
async function connect(port: number, from: string) {
  const socket = net.connect({ port, host: "127.0.0.1", localAddress: from });
  opened.push({ close: () => socket.destroy() });
  socket.on("error", () => {});
  const over = once(socket, "close").then(() => false);
  socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  const isOpen = await Promise.race([once(socket, "data").then(() => true), over]);
  return { isOpen, end: () => (socket.destroy(), over) };
}

// Only Linux allows binding to all of 127.0.0.0/8 without configuration.
it.runIf(process.platform === "linux")(
  "API-3 a client has so many connections, others have theirs, and what ends is free again",
  async () => {
    const { port, refused } = await start(3);
    const own = [];
    for (let n = 0; n < 3; n++) own.push(await connect(port, "127.0.0.2"));
    expect(own.map(({ isOpen }) => isOpen)).toEqual([true, true, true]);
    expect((await connect(port, "127.0.0.2")).isOpen).toBe(false);
    expect(refused()).toBe(1);
    expect((await connect(port, "127.0.0.3")).isOpen).toBe(true);
    await own[0]!.end();
    await expect.poll(async () => (await connect(port, "127.0.0.2")).isOpen).toBe(true);
    expect((await connect(port, "127.0.0.2")).isOpen).toBe(false);
  },
);

it.runIf(process.platform === "linux")(
  "API-3 a network of many clients has sixteen times as many, and another one its own",
  async () => {
    const { port } = await start(1);
    const taken = [];
    for (let n = 2; n < 22; n++) taken.push((await connect(port, `127.0.0.${n}`)).isOpen);
    expect(taken.filter(Boolean)).toHaveLength(16);
    expect((await connect(port, "127.0.1.2")).isOpen).toBe(true);
  },
);

it("API-3 a proxy has the connections of all its clients; 0 is any number", async () => {
  for (const { port } of [await start(2, ["127.0.0.0/8"]), await start(0)])
    for (let n = 0; n < 6; n++) expect((await connect(port, "127.0.0.1")).isOpen).toBe(true);
});
