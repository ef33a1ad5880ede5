import { strToU8, zipSync } from "fflate";
import { describe, expect, it } from "vitest";
import { bytesOf, little, textOf } from "#tests/growth/bytes.ts";
import { expectLinearTime } from "#tests/growth/expect-linear-time.ts";
import { readPackage } from "./read-package.ts";

/** An EPUB whose spine lists pages with the given paths. */
const book = (addresses: readonly string[]): Uint8Array => {
  const items = addresses.map((href, at) => `<item id="i${at}" href="${href}"/>`).join("");
  const spine = addresses.map((_, at) => `<itemref idref="i${at}"/>`).join("");
  return zipSync({
    "META-INF/container.xml": strToU8('<container><rootfile full-path="a/b.opf"/></container>'),
    "a/b.opf": strToU8(`<package><title>Bees</title>${items}${spine}</package>`),
    "a/page.xhtml": strToU8("<h1>One</h1><p>They dance.</p>"),
    "a/two.xhtml": strToU8("<p>They hum.</p>"),
  });
};

/**
 * The start of a ZIP with one file, and a directory entry that claims a size of 16 MB for the file.
 */
const LOCAL = `PK\x03\x04${"\0".repeat(22)}\x05\0\0\0a.xmlword`;
const entryOf = (name: string, size: number): string =>
  `PK\x01\x02${"\0".repeat(16)}${textOf(little(size), little(0), little(name.length, 2))}` +
  `${"\0".repeat(16)}${name}`;
/** The end-of-central-directory record of a ZIP whose directory starts at an offset. */
const endOf = (entries: number, at: number): string =>
  `PK\x05\x06\0\0\0\0${textOf(little(entries, 2), little(entries, 2), little(0), little(at))}\0\0`;
/** A ZIP64 record at the start of a file that claims four billion entries. */
const WIDE = `PK\x06\x06${"\0".repeat(28)}${textOf(little(0xffff_ffff), new Uint8Array(20))}`;
const WIDE_END = `PK\x06\x07${"\0".repeat(16)}${endOf(1, 0)}`;

describe("documents that are packages", { timeout: 240_000 }, () => {
  it("TLS-4 a page is read once, by whichever addresses a book names it", () => {
    const addresses = ["page.xhtml", "p%61ge.xhtml", "two.xhtml", "%70%61%67%65.xhtml"];
    const read = readPackage(book(addresses), "a.epub");
    expect(read).toEqual({
      title: "Bees",
      chapters: [
        { title: "One", text: "They dance." },
        { title: "", text: "They hum." },
      ],
    });
  });

  it("TLS-4 files of a package do not share bytes", () => {
    const entries = entryOf("a.xml", 4) + entryOf("b.xml", 4);
    const whole = bytesOf(LOCAL + entries + endOf(2, LOCAL.length));
    expect(readPackage(whole, "a.docx")).toEqual({ problem: "unknown" });
    const overlapping = entryOf("a.xml", 100) + entryOf("b.xml", 100);
    const shared = bytesOf(LOCAL + overlapping + endOf(2, LOCAL.length));
    expect(() => readPackage(shared, "a.docx")).toThrow("overlap");
  });

  it("TLS-4 readPackage takes linear time, whatever a directory states", async () => {
    await expectLinearTime((text) => readPackage(bytesOf(text), "a.docx"), {
      tokens: [entryOf("a.xml", 0xff_ffff), entryOf("b.opf", 0), entryOf("a", 0)],
      frames: [
        [LOCAL, endOf(65_535, LOCAL.length)],
        [WIDE, WIDE_END],
      ],
    });
  });
});
