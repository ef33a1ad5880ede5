import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import vm from "node:vm";
import { contentType } from "../preview/content-type.ts";
import { get, type Reply } from "../preview/test-site.ts";

/** A web server of this machine that serves a site by a generated configuration. */
export interface TestHost {
  readonly get: (path: string, host: string) => Promise<Reply>;
  readonly close: () => Promise<void>;
}

export const has = (program: string): boolean =>
  spawnSync(program, ["-h"], { stdio: "ignore" }).error === undefined;

/** Starts nginx with a file that `toolkit deploy nginx` wrote. */
export async function startNginx(site: string, folder: string): Promise<TestHost> {
  const port = await freePort();
  const configuration = `daemon off;
error_log ${folder}/error.log;
pid ${folder}/nginx.pid;
${process.getuid?.() === 0 ? "user root;" : ""}
events { }
http {
  include /etc/nginx/mime.types;
  access_log off;
  ${["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((name) => `${name}_temp_path ${folder}/${name};`).join("\n  ")}
  include ${folder}/site.conf;
}
`;
  fs.writeFileSync(
    path.join(folder, "site.conf"),
    site
      .replaceAll("listen 80;", `listen 127.0.0.1:${port};`)
      .replaceAll("  listen [::]:80;\n", ""),
  );
  fs.writeFileSync(path.join(folder, "nginx.conf"), configuration);
  return started(spawn("nginx", ["-c", path.join(folder, "nginx.conf"), "-p", folder]), port);
}

/** Starts Caddy with a file that `toolkit deploy caddy` wrote. */
export async function startCaddy(
  site: string,
  folder: string,
  origins: readonly string[],
): Promise<TestHost> {
  const port = await freePort();
  let local = site;
  for (const origin of origins)
    local = local.replace(`${origin} {`, `http://${new URL(origin).hostname}:${port} {`);
  const file = path.join(folder, "Caddyfile");
  fs.writeFileSync(file, `{\n\tadmin off\n\tauto_https off\n}\n${local}`);
  const home = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const run = ["run", "--config", file, "--adapter", "caddyfile"];
  return started(spawn("caddy", run, { env: { ...process.env, ...home } }), port);
}

async function started(child: ChildProcess, port: number): Promise<TestHost> {
  let log = "";
  child.stderr!.on("data", (chunk: Buffer) => (log += chunk.toString()));
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  for (;;) {
    if (child.exitCode !== null) throw new Error(log);
    const reply = await get(port, "/").catch(() => undefined);
    if (reply) break;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return {
    get: (address, host) => get(port, address, { host }),
    async close() {
      child.kill();
      await ended;
    },
  };
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}

/** The parts of a CloudFormation template that decide about responses. */
interface Template {
  readonly Resources: Readonly<
    Record<
      string,
      {
        readonly Properties: {
          readonly FunctionCode?: string;
          readonly DistributionConfig?: {
            readonly DefaultCacheBehavior: Behavior;
            readonly CacheBehaviors: readonly Behavior[];
          };
          readonly ResponseHeadersPolicyConfig?: {
            readonly CustomHeadersConfig: {
              readonly Items: readonly { readonly Header: string; readonly Value: string }[];
            };
            readonly SecurityHeadersConfig: Readonly<
              Record<string, Readonly<Record<string, unknown>>>
            >;
          };
        };
      }
    >
  >;
}
interface Behavior {
  readonly PathPattern?: string;
  readonly ResponseHeadersPolicyId: { readonly Ref: string };
}

/**
 * CloudFront in front of a bucket, simulated from a template: its function, behaviors and headers,
 * with the caching that the upload script gives to files.
 * @param stored values of a key value store, where the function uses one
 */
export function simulateCloudFront(
  { template, script, stored }: { template: string; script: string; stored?: string },
  folder: string,
): TestHost {
  const { Resources } = JSON.parse(template) as Template;
  const values = new Map(
    (stored === undefined
      ? []
      : (JSON.parse(stored) as { data: { key: string; value: string }[] }).data
    ).map(({ key, value }) => [key, value]),
  );
  const get = (key: string): Promise<string> =>
    values.has(key) ? Promise.resolve(values.get(key)!) : Promise.reject(new Error("no key"));
  const code = Resources["Function"]!.Properties.FunctionCode!;
  const handler = vm.runInNewContext(
    `${code.replace(/^import cf from "cloudfront";/, "")}; handler`,
    { cf: { kvs: () => ({ get }) } },
  ) as (event: object) => Promise<{
    statusCode?: number;
    uri: string;
    body?: string;
    headers?: { location?: { value: string } };
  }>;
  const caching = [...script.matchAll(/--include '([^']*)' --cache-control '([^']*)'/g)];
  const { DefaultCacheBehavior, CacheBehaviors } =
    Resources["Distribution"]!.Properties.DistributionConfig!;
  const headersOf = (uri: string): Record<string, string> => {
    const behavior =
      CacheBehaviors.find(({ PathPattern }) => matches(PathPattern!, uri)) ?? DefaultCacheBehavior;
    const { CustomHeadersConfig, SecurityHeadersConfig } =
      Resources[behavior.ResponseHeadersPolicyId.Ref]!.Properties.ResponseHeadersPolicyConfig!;
    const { ContentSecurityPolicy, StrictTransportSecurity, ReferrerPolicy } =
      SecurityHeadersConfig as Record<string, Record<string, string>>;
    return {
      ...Object.fromEntries(
        CustomHeadersConfig.Items.map(({ Header, Value }) => [Header.toLowerCase(), Value]),
      ),
      "content-security-policy": ContentSecurityPolicy!["ContentSecurityPolicy"]!,
      "strict-transport-security": `max-age=${StrictTransportSecurity!["AccessControlMaxAgeSec"]}`,
      "referrer-policy": ReferrerPolicy!["ReferrerPolicy"]!,
      "x-content-type-options": "nosniff",
    };
  };
  return {
    async get(target) {
      const [uri = "", search] = target.split(/\?(.*)/s);
      const querystring: Record<string, { value: string }> = {};
      for (const part of search?.split("&") ?? []) {
        const [name = "", value = ""] = part.split(/=(.*)/s);
        querystring[name] = { value };
      }
      const result = await handler({ request: { uri, querystring, headers: {} } });
      const reply = (status: number, headers: Record<string, string>, text: string): Reply => ({
        status,
        headers: { ...headersOf(uri), ...headers },
        body: Buffer.from(text),
        text,
      });
      if (result.statusCode !== undefined) {
        const location = result.headers?.location?.value;
        return reply(result.statusCode, location === undefined ? {} : { location }, "");
      }
      const name = decodeURIComponent(result.uri).slice(1);
      const file = path.join(folder, name);
      const isFound =
        !/^_(headers|redirects)$/.test(name) && fs.existsSync(file) && fs.statSync(file).isFile();
      const rule = caching.find(([, include]) => matches(include!, name));
      return reply(
        isFound ? 200 : 404,
        {
          "content-type": contentType(isFound ? file : "404.html"),
          "cache-control": isFound && rule ? rule[2]! : "no-cache",
        },
        fs.readFileSync(isFound ? file : path.join(folder, "404.html"), "utf8"),
      );
    },
    close: () => Promise.resolve(),
  };
}

/** `*` of a path pattern stands for any characters, slashes included. */
const matches = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.replace(/[\\^$.+?()[\]{}|]/g, "\\$&").replaceAll("*", ".*")}$`, "s").test(
    text,
  );
