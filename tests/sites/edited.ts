import { expect } from "vitest";
import { type Result, shareBundles } from "./run.ts";
import { type SiteOptions, type TestSite, litterOf, makeSite } from "./site.ts";
import { type Tree, differences } from "./tree.ts";

/** A published site with a page that was edited after publishing. */
export async function makeEdited(options?: SiteOptions): Promise<{ site: TestSite; before: Tree }> {
  const site = makeSite(options);
  await site.build();
  shareBundles(site);
  const before = site.tree();
  site.edit("content/tools/gamma.md", "Text of", "Words of");
  return { site, before };
}

/** After the cause has gone the site builds as if nothing had been. */
export async function expectRecovery(site: TestSite): Promise<void> {
  await site.build();
  expect(differences(site.tree(), await site.cold())).toEqual([]);
  expect(litterOf(site)).toEqual([]);
}

export function expectFailure({ code, stderr }: Result, name: string): void {
  expect(stderr).toContain(`Error [${name}]`);
  expect(code).toBe(1);
  expect(stderr).not.toMatch(/^\s+at /m);
}
