import { describe, expect, it } from "vitest";
import { join } from "../../../tests/bad-files/bytes.ts";
import { findOggEnd } from "./ogg-end.ts";

/** A page of a packet of 300 bytes. */
const page = (flags: number): Uint8Array =>
  join(
    "OggS",
    Uint8Array.of(0, flags),
    new Uint8Array(20),
    Uint8Array.of(2, 255, 45),
    new Uint8Array(300),
  );
const FIRST = page(2);
const LAST = page(4);

const find = (bytes: Uint8Array) =>
  findOggEnd(async (from, to) => bytes.slice(from, to), bytes.length);

describe("the end of an Ogg file", () => {
  it("TLS-4 is its last page", async () => {
    const whole = join(FIRST, page(0), LAST);
    expect(await find(whole)).toEqual({ end: whole.length, isCut: false });
    // What is behind it is none of it.
    const tagged = join(whole, "TAG", new Uint8Array(125));
    expect(await find(tagged)).toEqual({ end: whole.length, isCut: false });
  });

  it.each([1, 28, 29, 100, LAST.length])(
    "TLS-4 is before a page that lacks %d bytes",
    async (count) => {
      const cut = join(FIRST, page(0), LAST).slice(0, -count);
      expect(await find(cut)).toEqual({ end: 2 * FIRST.length, isCut: true });
    },
  );

  it("TLS-4 is not found where no page is whole", async () => {
    expect(await find(FIRST.slice(0, 50))).toBe(null);
  });
});
