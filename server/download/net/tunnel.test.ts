import { execFileSync, spawnSync } from "node:child_process";
import http from "node:http";
import https from "node:https";
import net, { type AddressInfo, type Socket } from "node:net";
import tls, { type TLSSocket } from "node:tls";
import { afterAll, beforeAll, expect, it } from "vitest";
import { needs } from "#tests/left-out.ts";
import { type Network, fetchPublic, publicNetwork } from "./fetch-public.ts";

/** A proxy with authentication that connects every address to one local server. */
async function startProxy(to: () => number) {
  const requests: { readonly target: string; readonly login: string | undefined }[] = [];
  const sockets = new Set<Socket>();
  const server = http.createServer((_request, response) => response.writeHead(405).end());
  server.on("connect", ({ url, headers }, client: Socket) => {
    requests.push({ target: url!, login: headers["proxy-authorization"] });
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
  return { asked: requests, urlFor, close };
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
const read = (address: string, login = "out:s3%20cret"): Promise<string> =>
  readFrom(address, through(login));
async function readFrom(address: string, network: Network): Promise<string> {
  const options = { signal: AbortSignal.timeout(10_000), headers: { range: "bytes=5-" } };
  const { message } = await fetchPublic(new URL(address), options, network);
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

it("API-17 the proxy is not used for internal addresses", async () => {
  proxy.asked.length = 0;
  for (const address of ["http://inner.example/", "http://169.254.169.254/", "http://localhost/"])
    await expect(read(address)).rejects.toMatchObject({ key: "source_blocked" });
  expect(proxy.asked).toEqual([]);
  // Redirects to the internal network are blocked, too.
  await expect(read("http://first.example/inside")).rejects.toMatchObject({
    key: "source_blocked",
  });
  expect(proxy.asked.map(({ target }) => target)).toEqual(["93.184.216.34:80"]);
});

it("TLS-4 a proxy that refuses is a source that cannot be reached", async () => {
  const refused = { key: "source_unavailable" };
  await expect(read("http://first.example/", "out:wrong")).rejects.toMatchObject(refused);
});

const hasOpenssl = spawnSync("openssl", ["version"]).status === 0;

/** A server with a self-signed certificate for a name, behind its own proxy. */
async function startSecure(name: string) {
  const pem = execFileSync(
    "openssl",
    [
      "req",
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:P-256",
      "-nodes",
      "-subj",
      `/CN=${name}`,
      "-addext",
      `subjectAltName=DNS:${name}`,
      "-days",
      "2",
      "-keyout",
      "-",
      "-out",
      "-",
    ],
    { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] },
  );
  const server = https.createServer({ key: pem, cert: pem }, ({ url, socket }, response) => {
    response.end(`${(socket as TLSSocket & { servername: string }).servername} ${url}`);
  });
  server.on("tlsClientError", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const between = await startProxy(() => (server.address() as AddressInfo).port);
  const close = (): void => {
    between.close();
    server.closeAllConnections();
    server.close();
  };
  return { between, certificate: pem.slice(pem.indexOf("-----BEGIN CERT")), close };
}

it(
  "API-17 what is secure stays so through the proxy: the name is the source's, and its certificate has to be known",
  needs(hasOpenssl, "openssl"),
  async () => {
    const secure = await startSecure("first.example");
    const own = tls.getCACertificates("default");
    const get = (address: string): Promise<string> => {
      const network = {
        ...through("out:s3%20cret"),
        proxy: secure.between.urlFor("out:s3%20cret"),
      };
      return readFrom(address, network);
    };
    try {
      const refused = { key: "source_unavailable" };
      await expect(get("https://first.example/song")).rejects.toMatchObject(refused);
      tls.setDefaultCACertificates([...own, secure.certificate]);
      expect(await get("https://first.example/song")).toBe("first.example /song");
      // The certificate belongs to another name.
      await expect(get("https://second.example/song")).rejects.toMatchObject(refused);
      expect(secure.between.asked.map(({ target }) => target)).toEqual([
        "93.184.216.34:443",
        "93.184.216.34:443",
        "[2606:2800:220:1::1]:443",
      ]);
    } finally {
      tls.setDefaultCACertificates(own);
      secure.close();
    }
  },
);
