import { afterAll, expect, it } from "vitest";
import { checkSite, removeSites } from "#tests/fixtures/checked-site.ts";

afterAll(removeSites);

it("LOC-7 a message that code names and English does not have is an error at its place", async () => {
  const { code, out } = await checkSite((files) => {
    files["runtime/pages/Some.tsx"] = [
      'import x from "site:other";',
      "// `site:remark` is no lookup, and /* neither is 'site:this' */",
      'export const some = (t) => [t("site:hello"), t("site:files"), t(`site:hell.${x}`)];',
      'export const none = (t) => t("site:helo") + t("elsewhere:helo");',
    ].join("\n");
  });
  expect(out.split("\n").filter((line) => line.includes("MESSAGE_ABSENT"))).toEqual([
    expect.stringMatching(/^runtime\/pages\/Some\.tsx:1:16 error: .*"site:other"/),
    expect.stringMatching(/^runtime\/pages\/Some\.tsx:4:31 error: .*Did you mean "site:hello"\?/),
  ]);
  expect(code).toBe(1);
});
