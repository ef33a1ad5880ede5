import { expect, it } from "vitest";
import { SHARE_TITLE } from "#core/page/share.ts";
import { type ShareDeps, createShare } from "./share.ts";

const shared = { url: "https://s.example/podcast-preview?id=1", title: SHARE_TITLE };

/** A page that copies by hand, or cannot. */
function createPage(copies: boolean | "throws" = true) {
  const page = {
    copied: [] as string[],
    fields: [] as { value: string }[],
    focused: 0,
    document: null as unknown as Document,
  };
  page.document = {
    activeElement: { closest: () => null, focus: () => void page.focused++ },
    createElement: () => {
      const field = {
        value: "",
        select() {},
        remove: () => void (page.fields = page.fields.filter((each) => each !== field)),
      };
      return field;
    },
    body: { append: (field: { value: string }) => void page.fields.push(field) },
    execCommand: (command: string) => {
      if (copies === "throws") throw new Error("refused");
      if (copies && command === "copy") page.copied.push(page.fields.at(-1)!.value);
      return copies;
    },
  } as unknown as Document;
  return page;
}
const create = (navigator: ShareDeps["navigator"], page = createPage()) =>
  createShare({ navigator, document: page.document });

it("CMP-5 the browser's sheet is offered where there is one that takes a link", () => {
  expect(create({}).hasSheet(shared)).toBe(false);
  const share = () => Promise.resolve();
  expect(create({ share }).hasSheet(shared)).toBe(true);
  expect(create({ share, canShare: () => false }).hasSheet(shared)).toBe(false);
});

it("CMP-5 the sheet gets title and address; closing it is no failure", async () => {
  const got: ShareData[] = [];
  const taken = create({ share: (data) => (got.push(data), Promise.resolve()) });
  expect(await taken.openSheet(shared)).toBe("shared");
  expect(got).toEqual([{ title: "AI Podcast Maker", url: shared.url }]);
  const fails = (name: string) =>
    create({ share: () => Promise.reject(new DOMException("", name)) }).openSheet(shared);
  expect(await fails("AbortError")).toBe("cancelled");
  expect(await fails("NotAllowedError")).toBe("failed");
});

it("CMP-5 a link is copied by the clipboard, else by hand, else not", async () => {
  const written: string[] = [];
  const writeText = (text: string) => (written.push(text), Promise.resolve());
  expect(await create({ clipboard: { writeText } }).copyLink(shared.url)).toBe(true);
  expect(written).toEqual([shared.url]);
  const refused = { clipboard: { writeText: () => Promise.reject(new Error("no")) } };
  for (const navigator of [{}, refused]) {
    const page = createPage();
    expect(await create(navigator, page).copyLink(shared.url)).toBe(true);
    expect(page.copied).toEqual([shared.url]);
    expect([page.fields.length, page.focused]).toEqual([0, 1]);
  }
  for (const copies of [false, "throws"] as const) {
    const page = createPage(copies);
    expect(await create(refused, page).copyLink(shared.url)).toBe(false);
    expect(page.fields).toEqual([]);
  }
});
