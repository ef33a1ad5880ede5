import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, it } from "vitest";
import type { Context } from "../command-kit/context.ts";
import deploy from "./deploy.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-deploy-"));
afterAll(() => fs.rmSync(scratch, { recursive: true }));
fs.mkdirSync(path.join(scratch, "site"));
fs.writeFileSync(path.join(scratch, "site/_headers"), "/*\n  X-Content-Type-Options: nosniff\n");
fs.writeFileSync(path.join(scratch, "site/_redirects"), "/old /new 301\n/gone /404.html 410\n");

/** Runs the command. @returns what it printed and logged */
async function run(input: object): Promise<{ printed: string; logged: string }> {
  let printed = "";
  let logged = "";
  const context: Partial<Context> = {
    root: ROOT,
    home: ROOT,
    cwd: scratch,
    print: (text) => (printed += text),
    log: (text) => (logged += text),
  };
  await deploy(context as Context, { site: path.join(scratch, "site"), ...input });
  return { printed, logged };
}

it("CLI-17 writes each host's files, and says what is left to do", async () => {
  const written: Record<string, string[]> = {};
  for (const host of ["nginx", "caddy", "cloudflare", "cloudfront", "netlify"]) {
    const out = path.join(scratch, host);
    const { logged } = await run({ host, out });
    written[host] = fs.readdirSync(out).toSorted();
    for (const file of written[host]) expect(logged).toContain(file);
  }
  expect(written).toEqual({
    nginx: ["site.conf"],
    caddy: ["Caddyfile"],
    cloudflare: ["wrangler.jsonc"],
    cloudfront: ["fermata.example.template.json", "fermata.example.upload.sh"],
    netlify: ["netlify.toml"],
  });
  const { logged } = await run({ host: "cloudflare", stdout: true });
  expect(logged).toContain("1 removed addresses of fermata.example with 404, not 410");
});

it("CLI-17 names the server's folder and the API in the configuration", async () => {
  const { printed } = await run({
    host: "nginx",
    stdout: true,
    folder: "/srv/site/dist",
    api: "http://127.0.0.1:8787",
  });
  expect(printed).toContain('root "/srv/site/dist";');
  expect(printed).toContain("location ^~ /models/ { proxy_pass http://127.0.0.1:8787;");
  expect(printed).toContain("location = /de/podcast-preview { if ($arg_id)");
});

it("CLI-17 ERR-1 refuses what it cannot write, with what to do", async () => {
  const detailOf = (input: object) =>
    run(input).then(
      () => "",
      (error: unknown) => {
        const { code, params } = error as { code: string; params: { detail?: string } };
        return `${code} ${params.detail ?? ""}`;
      },
    );
  expect(await detailOf({ host: "apache" })).toMatch(/^USAGE .*nginx, caddy/);
  expect(await detailOf({ host: "nginx", site: scratch })).toMatch(/^NOT_BUILT/);
  for (const api of ["127.0.0.1:8787", "http://a.example/path", "ftp://a.example", "http://a;b"])
    expect(await detailOf({ host: "nginx", api })).toMatch(/^USAGE --api takes an address/);
  const rules = path.join(scratch, "other");
  fs.mkdirSync(rules);
  fs.writeFileSync(path.join(rules, "_headers"), "/a/:name\n  X-Name: :name\n");
  expect(await detailOf({ host: "nginx", site: rules })).toMatch(
    /^USAGE X-Name of \/a\/:name uses/,
  );
  fs.writeFileSync(path.join(rules, "_headers"), "/*\n  ! X-Name\n");
  expect(await detailOf({ host: "caddy", site: rules })).toMatch(/^USAGE _headers removes X-Name/);
  fs.writeFileSync(path.join(rules, "_headers"), "/*\n  X-Name: a\n");
  fs.writeFileSync(path.join(rules, "_redirects"), "/a /b 200\n");
  expect(await detailOf({ host: "caddy", site: rules })).toMatch(
    /^USAGE _redirects serves another/,
  );
});

it("CLI-17 reports limits of a host that the site exceeds", async () => {
  const large = path.join(scratch, "large");
  fs.mkdirSync(large);
  fs.writeFileSync(
    path.join(large, "_headers"),
    `/*\n  Content-Security-Policy: ${"x".repeat(2000)}\n`,
  );
  const lines = Array.from({ length: 2100 }, (_, index) => `/old-${index} /new 301`);
  fs.writeFileSync(path.join(large, "_redirects"), lines.join("\n"));
  const cloudflare = await run({ host: "cloudflare", site: large, stdout: true });
  expect(cloudflare.logged).toMatch(/2100 addresses and 0 patterns; Cloudflare reads 2000 and 100/);
  const cloudfront = await run({ host: "cloudfront", site: large, out: path.join(scratch, "cf") });
  expect(cloudfront.logged).toContain("cannot hold 2100 redirects");
  expect(cloudfront.logged).toContain("has 2000 characters; CloudFront allows 1783");
  const stored = fs.readFileSync(path.join(scratch, "cf/fermata.example.redirects.json"), "utf8");
  expect((JSON.parse(stored) as { data: unknown[] }).data).toHaveLength(2100);
});
