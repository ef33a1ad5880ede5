import { describe, expect, it } from "vitest";
import { join } from "#tests/bad-files/bytes.ts";
import type { FilePart } from "../bytes/byte-parts.ts";
import { findOggLinks } from "./ogg-links.ts";
import { sealPage } from "./ogg-page.ts";

/** A page with segments of these sizes. */
function page(flags: number, ...sizes: readonly number[]): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(sizes.reduce((sum, size) => sum + size, 0)).fill(7);
  const head = join("OggS", Uint8Array.of(0, flags), new Uint8Array(20));
  const own = new Uint8Array(join(head, Uint8Array.of(sizes.length, ...sizes), content));
  sealPage(own);
  return own;
}
const FIRST = page(2, 255, 45);
const MIDDLE = page(0, 255, 45);
const LAST = page(4, 255, 45);

const find = (bytes: Uint8Array) =>
  findOggLinks(
    async (from, to) => bytes.slice(from, to),
    bytes.length,
    () => null,
  );
/** The bytes of a link. */
const bytesOf = (file: Uint8Array, parts: readonly FilePart[]): Uint8Array =>
  join(...parts.map((part) => ("from" in part ? file.slice(part.from, part.to) : part)));

describe("what an Ogg file is made of", () => {
  it("TLS-4 ends with its last page", async () => {
    const whole = join(FIRST, MIDDLE, LAST);
    const links = [[{ from: 0, to: whole.length }]];
    expect(await find(whole)).toEqual({ links, isCut: false, hasHoles: false });
    // Trailing data does not belong to it.
    const tagged = join(whole, "TAG", new Uint8Array(125));
    expect(await find(tagged)).toEqual({ links, isCut: false, hasHoles: false });
  });

  it.each([1, 28, 29, 100, LAST.length])(
    "TLS-4 ends before a page that lacks %d bytes",
    async (count) => {
      const cut = join(FIRST, MIDDLE, LAST).slice(0, -count);
      const links = [[{ from: 0, to: FIRST.length + MIDDLE.length }]];
      expect(await find(cut)).toEqual({ links, isCut: true, hasHoles: false });
    },
  );

  it("TLS-4 is nothing where no page is whole", async () => {
    expect((await find(FIRST.slice(0, 50))).links).toEqual([]);
  });

  it("TLS-4 concatenated files are distinguished, also those of several streams", async () => {
    const one = join(FIRST, FIRST, MIDDLE, LAST);
    const { links, isCut } = await find(join(one, one));
    expect(links).toEqual([
      [{ from: 0, to: one.length }],
      [{ from: one.length, to: 2 * one.length }],
    ]);
    expect(isCut).toBe(false);
  });

  it("TLS-4 continues after a gap, without incomplete packets", async () => {
    const before = page(0, 30, 255);
    const behind = page(1, 45, 60);
    const broken = before.slice(0, 200);
    const file = join(FIRST, before, broken, behind, LAST);
    const { links, hasHoles } = await find(file);
    expect(hasHoles).toBe(true);
    expect(bytesOf(file, links[0]!)).toEqual(join(FIRST, page(0, 30), page(0, 60), LAST));
  });

  it("TLS-4 a packet that lost its beginning may reach over several pages", async () => {
    const file = join(FIRST, new Uint8Array(99), page(1, 255), page(1, 45, 60), LAST);
    const { links } = await find(file);
    expect(bytesOf(file, links[0]!)).toEqual(join(FIRST, page(0, 60), LAST));
  });
});
