import { ALL_FORMATS, BufferSource, Input } from "mediabunny";
import { describe, expect, it } from "vitest";
import { aiffTagsAsWav } from "./aiff-tags.ts";
import { joinBytes, u32 } from "../bytes/byte-parts.ts";
import { repairTexts } from "./repair-texts.ts";

const letters = (text: string) => new TextEncoder().encode(text);
const chunk = (name: string, content: Uint8Array) =>
  joinBytes([
    letters(name),
    u32(content.length, false),
    content,
    new Uint8Array(content.length % 2),
  ]);

/** Tags of an AIFF file with these chunks. */
async function tagsOf(...chunks: Uint8Array[]) {
  const body = joinBytes([letters("AIFF"), ...chunks]);
  const file = joinBytes([letters("FORM"), u32(body.length, false), body]);
  const wav = await aiffTagsAsWav(async (from, to) => file.subarray(from, to));
  return new Input({ formats: ALL_FORMATS, source: new BufferSource(wav) }).getMetadataTags();
}

describe("tags that are read", () => {
  it("TLS-2 AIFF: its own texts", async () => {
    const chunks = [chunk("NAME", letters("Odd")), chunk("SSND", new Uint8Array(7))];
    const { title, artist, comment } = await tagsOf(
      ...chunks,
      chunk("AUTH", letters("Nobody")),
      chunk("ANNO", letters("Words")),
    );
    expect([title, artist, comment]).toEqual(["Odd", "Nobody", "Words"]);
  });

  it("TLS-2 AIFF: ID3, which goes before them; no tags, no harm", async () => {
    const title = joinBytes([Uint8Array.of(3), letters("Täst")]);
    const frame = joinBytes([letters("TIT2"), u32(title.length, false), new Uint8Array(2), title]);
    const id3 = joinBytes([letters("ID3"), Uint8Array.of(4, 0, 0, 0, 0, 0, frame.length), frame]);
    const found = await tagsOf(chunk("NAME", letters("Other")), chunk("ID3 ", id3));
    expect(found.title).toBe("Täst");
    expect((await tagsOf()).title).toBeUndefined();
  });

  it.each([
    ["TÃ¤st 100 %", "Täst 100 %"],
    ["ã\u0083\u0086", "テ"],
    // Latin-1 texts and correct texts are not changed.
    ["Café", "Café"],
    ["Täst — テ", "Täst — テ"],
    ["50%41", "50%41"],
  ])("TLS-2 WAV: %s is %s", (read, meant) => {
    expect(repairTexts({ title: read, trackNumber: 3 })).toEqual({ title: meant, trackNumber: 3 });
  });
});
