import http from "node:http";
import type { AddressInfo, Socket } from "node:net";
import net from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Network } from "./fetch-public.ts";
import { fetchPublic, publicNetwork } from "./fetch-public.ts";

/** A proxy that leads every address to one server on this machine, and takes who has its key. */
async function startProxy(to: () => number) {
  const asked: { readonly target: string; readonly login: string | undefined }[] = [];
  const sockets = new Set<Socket>();
  const server = http.createServer((_request, response) => response.writeHead(405).end());
  server.on("connect", ({ url, headers }, client: Socket) => {
    asked.push({ target: url!, login: headers["proxy-authorization"] });
    sockets.add(client);
    client.on("error", () => {});
    if (headers["proxy-authorization"] !== `Basic ${btoa("out:s3 cret")}`) {
      client.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
      return;
    }
    const far = net.connect(to(), "127.0.0.1", () => {
      client.write("HTTP/1.1 200 Connection established\r\n\r\n");
      far.pipe(client).pipe(far);
    });
    far.on("error", () => client.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const urlFor = (login: string): URL => new URL(`http://${login}@127.0.0.1:${port}`);
  const close = (): void => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { asked, urlFor, close };
}

let media: http.Server;
let proxy: Awaited<ReturnType<typeof startProxy>>;
beforeAll(async () => {
  media = http.createServer(({ url, headers }, response) => {
    if (url === "/moved") response.writeHead(302, { location: "http://second.example/end" }).end();
    else if (url === "/inside") response.writeHead(302, { location: "http://10.0.0.7/" }).end();
    else response.end(`${headers.host} ${url} ${headers.range}`);
  });
  await new Promise<void>((resolve) => media.listen(0, "127.0.0.1", resolve));
  proxy = await startProxy(() => (media.address() as AddressInfo).port);
});
afterAll(() => {
  proxy.close();
  media.closeAllConnections();
  media.close();
});

const NAMES: Readonly<Record<string, string>> = {
  "first.example": "93.184.216.34",
  "second.example": "2606:2800:220:1::1",
  "inner.example": "192.168.1.1",
};
const through = (login: string): Network => ({
  ...publicNetwork,
  lookUp: async (name) => [{ address: NAMES[name]!, family: name === "second.example" ? 6 : 4 }],
  proxy: proxy.urlFor(login),
});
async function read(address: string, login = "out:s3%20cret"): Promise<string> {
  const options = { signal: AbortSignal.timeout(10_000), headers: { range: "bytes=5-" } };
  const { message } = await fetchPublic(new URL(address), options, through(login));
  let text = "";
  for await (const part of message) text += String(part);
  return text;
}

it("API-17 with a proxy each step goes through it, to the address that was looked at", async () => {
  proxy.asked.length = 0;
  expect(await read("http://first.example:8080/moved")).toBe("second.example /end bytes=5-");
  expect(proxy.asked.map(({ target }) => target)).toEqual([
    "93.184.216.34:8080",
    "[2606:2800:220:1::1]:80",
  ]);
});

it("API-17 the proxy is not asked for what is inside of the network", async () => {
  proxy.asked.length = 0;
  for (const address of ["http://inner.example/", "http://169.254.169.254/", "http://localhost/"])
    await expect(read(address)).rejects.toMatchObject({ key: "source_blocked" });
  expect(proxy.asked).toEqual([]);
  // Nor where a redirect leads there.
  await expect(read("http://first.example/inside")).rejects.toMatchObject({
    key: "source_blocked",
  });
  expect(proxy.asked.map(({ target }) => target)).toEqual(["93.184.216.34:80"]);
});

it("TLS-4 a proxy that refuses is a source that cannot be reached", async () => {
  const refused = { key: "source_unavailable" };
  await expect(read("http://first.example/", "out:wrong")).rejects.toMatchObject(refused);
});
