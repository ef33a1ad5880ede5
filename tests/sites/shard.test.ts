import fs from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { mergeShards } from "#cli/build/publish/shard.ts";
import { type TestSite, litterOf, makeSite, SIDES } from "./site.ts";
import { differences, readTree } from "./tree.ts";

const COUNT = 3;

describe.each(SIDES)("a site built in parts, $side all thresholds", ({ build }) => {
  let site: TestSite;
  const folders = (): string[] =>
    Array.from({ length: COUNT }, (_, at) => site.path(`shards/${at + 1}-of-${COUNT}`));
  const merge = (parts = folders()) =>
    mergeShards({ root: site.root, out: site.out, folders: parts });

  beforeAll(async () => {
    site = makeSite({ build });
    for (const [at, out] of folders().entries())
      await site.build({ out, shard: { index: at + 1, count: COUNT } });
  });

  it("CLI-1 renders each page in one part only, and publishes nothing by itself", () => {
    const pages = folders().flatMap((folder) =>
      [...readTree(folder).keys()].filter((file) => file.endsWith(".html")),
    );
    expect(new Set(pages).size).toBe(pages.length);
    expect(site.has("dist")).toBe(false);
  });

  it("CLI-1 put together is the site that one build makes, byte for byte", async () => {
    merge();
    expect(differences(site.tree(), await site.cold())).toEqual([]);
    expect(litterOf(site)).toEqual(["shards"]);
    // A build continues from there.
    await site.build();
    expect(differences(site.tree(), await site.cold())).toEqual([]);
  });

  it("CLI-1 with a part missing, twice, of another build or damaged is refused; nothing changes", async () => {
    const before = site.tree();
    const [first, second, third] = folders() as [string, string, string];
    const refused = { code: "SHARD_INVALID" };
    expect(() => merge([first, second])).toThrow(expect.objectContaining(refused));
    expect(() => merge([first, second, third, third])).toThrow(expect.objectContaining(refused));
    expect(() => merge([])).toThrow(expect.objectContaining(refused));
    expect(() => merge([first, second, site.path("content")])).toThrow(
      expect.objectContaining(refused),
    );

    const page = [...readTree(second).keys()].find((file) => file.endsWith(".html"))!;
    const text = fs.readFileSync(`${second}/${page}`, "utf8");
    fs.rmSync(`${second}/${page}`);
    fs.writeFileSync(`${second}/${page}`, `${text} `);
    expect(() => merge()).toThrow(expect.objectContaining(refused));

    site.write("content/tools/alpha.md", `${site.read("content/tools/alpha.md")}\nMore.\n`);
    await site.build({ out: second, shard: { index: 2, count: COUNT } });
    expect(() => merge()).toThrow(expect.objectContaining(refused));
    expect(site.tree()).toEqual(before);
    expect(litterOf(site)).toEqual(["shards"]);
  });
});
