import { expect, it } from "vitest";
import { makeSite } from "./site.ts";
import { lendBundles, run } from "./run.ts";
it("smoke", async () => {
  const site = makeSite();
  await site.build();
  lendBundles(site);
  for (let i = 0; i < 4; i++) {
    site.write("content/tools/gamma.md", site.read("content/tools/gamma.md") + "x\n");
    const t = performance.now();
    const r = await run(site, { args: i % 2 ? ["--json"] : [] });
    console.log(r, performance.now() - t);
  }
});
