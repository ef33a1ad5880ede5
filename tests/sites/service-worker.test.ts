import { beforeAll, describe, expect, it } from "vitest";
import type { BuildMeta, LatestBuild } from "#core/page/app-data.ts";
import { type TestSite, makeSite } from "./site.ts";

const WORKER = "dist/service-worker.js";
let site: TestSite;
const meta = (): BuildMeta => {
  const { id } = JSON.parse(site.read("dist/builds/latest.json")) as LatestBuild;
  return JSON.parse(site.read(`dist/builds/meta/${id}.json`)) as BuildMeta;
};

describe("a site with a service worker", () => {
  beforeAll(async () => {
    site = makeSite({ editable: true });
    site.configure(({ locales }) => Object.assign(locales![2]!, { domain: "https://site.fr" }));
    site.write("runtime/service-worker/part.ts", "export const name: string = 'first';\n");
    site.write(
      "runtime/service-worker/service-worker.ts",
      'import { name } from "./part.ts";\naddEventListener("fetch", () => console.log(name));\n',
    );
    await site.build();
  });

  it("PWA publishes it as one classic script under the same name for good", () => {
    const text = site.read(WORKER);
    expect(text).toContain("first");
    expect(text).not.toMatch(/\b(import|export)\b/);
    expect(meta().assets).not.toContain("service-worker.js");
  });

  it("LOC-3 has a copy at the root of a domain, and the offline page and a manifest", () => {
    expect(site.read("dist/fr/service-worker.js")).toBe(site.read(WORKER));
    expect(site.has("dist/fr/offline.html")).toBe(true);
    expect(JSON.parse(site.read("dist/fr/manifest.webmanifest"))).toMatchObject({ start_url: "/" });
    expect(JSON.parse(site.read("dist/de/manifest.webmanifest"))).toMatchObject({
      id: "/",
      start_url: "/de",
    });
  });

  it("NAV-10 a build with other pages has the same worker, byte by byte", async () => {
    const before = site.read(WORKER);
    const { id } = meta();
    site.edit("content/tools/gamma.md", "Text of", "Words of");
    await site.build();
    expect(meta().id).not.toBe(id);
    expect(site.read(WORKER)).toBe(before);
  });

  it("PWA other code of the worker is published", async () => {
    site.edit("runtime/service-worker/part.ts", "first", "second");
    const { changedPaths } = await site.build();
    expect(site.read(WORKER)).toContain("second");
    expect(changedPaths).toEqual(
      expect.arrayContaining(["service-worker.js", "fr/service-worker.js"]),
    );
  });

  it("PWA a worker in the site's own files takes its place, until it is removed", async () => {
    site.write("public/service-worker.js", "registration.unregister();\n");
    await site.build();
    expect(site.read(WORKER)).toBe("registration.unregister();\n");
    expect(site.read("dist/fr/service-worker.js")).toBe("registration.unregister();\n");
    site.remove("public/service-worker.js");
    await site.build();
    expect(site.read(WORKER)).toContain("second");
    expect(site.read("dist/fr/service-worker.js")).toContain("second");
  });
});

it("PWA a site without one has none", async () => {
  const plain = makeSite();
  await plain.build();
  expect(plain.has(WORKER)).toBe(false);
});
