import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface FakeNpm {
  readonly url: string;
  /** Paths that npm asked for. */
  readonly requests: string[];
  /** `name@version` of each. */
  readonly integrity: Readonly<Record<string, string>>;
  /** Answers all that is asked with this status, where it is one. */
  refuses: number | null;
  /** What is sent in place of each tarball. */
  altered: Buffer | null;
  /** The next tarballs break off after so many bytes, once they have arrived. */
  readonly cuts: { readonly after: number; readonly when: () => Promise<void> }[];
  /** Sends tarballs to npm alone. */
  closedToOthers: boolean;
  /** Ranges that tarballs were asked for. */
  readonly ranges: (string | null)[];
  close(): Promise<void>;
}

/** A registry of npm packages of one version each. @param tarballs by `name@version` */
export async function createFakeNpm(tarballs: Readonly<Record<string, Buffer>>): Promise<FakeNpm> {
  const packages = Object.entries(tarballs).map(([spec, tarball]) => {
    const at = spec.lastIndexOf("@");
    const hash = (kind: string) => createHash(kind).update(tarball);
    return {
      spec,
      tarball,
      name: spec.slice(0, at),
      version: spec.slice(at + 1),
      integrity: `sha512-${hash("sha512").digest("base64")}`,
      shasum: hash("sha1").digest("hex"),
    };
  });
  /** As registries do: with ranges, under the mark of the tarball. */
  function sendTarball(
    whole: Buffer,
    { headers }: IncomingMessage,
    response: ServerResponse,
  ): void {
    npm.ranges.push(headers.range ?? null);
    const from = Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0);
    response.setHeader("etag", `"${createHash("sha1").update(whole).digest("hex")}"`);
    if (from >= whole.length && from > 0)
      return void response.writeHead(416, { "content-range": `bytes */${whole.length}` }).end();
    const body = whole.subarray(from);
    response.writeHead(from > 0 ? 206 : 200, {
      "content-length": body.length,
      ...(from > 0 && { "content-range": `bytes ${from}-${whole.length - 1}/${whole.length}` }),
    });
    const cut = npm.cuts.shift();
    if (cut === undefined) return void response.end(body);
    response.write(body.subarray(0, cut.after));
    void cut.when().then(() => response.destroy());
  }
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url!);
    npm.requests.push(path);
    if (npm.refuses !== null) return void response.writeHead(npm.refuses).end("{}");
    const file = packages.find((one) => path === `/tarballs/${one.spec}.tgz`);
    const isNpm = (request.headers["user-agent"] ?? "").startsWith("npm/");
    if (file && npm.closedToOthers && !isNpm) return void response.writeHead(401).end();
    if (file) return sendTarball(npm.altered ?? file.tarball, request, response);
    const found = packages.find(({ name }) => path === `/${name}`);
    if (!found) return void response.writeHead(404).end(JSON.stringify({ error: "Not found" }));
    const { name, version, integrity, shasum, spec } = found;
    const dist = {
      integrity,
      shasum,
      tarball: `${npm.url}/tarballs/${encodeURIComponent(spec)}.tgz`,
    };
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        name,
        "dist-tags": { latest: version },
        versions: { [version]: { name, version, dist } },
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const npm: FakeNpm = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: [],
    integrity: Object.fromEntries(packages.map(({ spec, integrity }) => [spec, integrity])),
    refuses: null,
    altered: null,
    cuts: [],
    closedToOthers: false,
    ranges: [],
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return npm;
}
