import { describe, expect, it } from "vitest";
import { readTextFile } from "../panel-kit/input/read-text.ts";
import { decodeText } from "./decode-text.ts";
import { readDocument } from "./read-document.ts";

const wide = (text: string) => Uint8Array.from(Buffer.from(text, "utf16le"));
const swapped = (text: string) => Uint8Array.from(Buffer.from(text, "utf16le").swap16());
/** Encodes a text in a single-byte encoding. */
function bytesIn(label: string, text: string): Uint8Array<ArrayBuffer> {
  const decoder = new TextDecoder(label);
  const all = new Map(
    Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]),
  );
  return Uint8Array.from(text, (point) => all.get(point)!);
}

describe("texts of any encoding", () => {
  const TEXT = "1\r\n00:00:01,000 --> 00:00:02,000\r\nCafé, шёпот, 月, 💡\r\n";
  it.each([
    ["UTF-8", Uint8Array.from(Buffer.from(TEXT))],
    ["UTF-8 with a mark", Uint8Array.from(Buffer.from(`\uFEFF${TEXT}`))],
    ["UTF-16", wide(`\uFEFF${TEXT}`)],
    ["UTF-16, its bytes swapped", swapped(`\uFEFF${TEXT}`)],
    ["UTF-16 without a mark", wide(TEXT)],
    ["UTF-16 without a mark, its bytes swapped", swapped(TEXT)],
  ])("USR-14 %s", async (_, bytes) => {
    expect(decodeText(bytes, [])).toBe(TEXT);
    expect(await readTextFile(new Blob([bytes]), 100)).toEqual({ text: TEXT });
    const found = await readDocument(new File([bytes], "a.srt"));
    expect(found).toMatchObject({ chapters: [{ text: "Café, шёпот, 月, 💡" }] });
  });

  it.each([
    ["windows-1252", ["en"], "Ça va, garçon? “Oui”"],
    ["windows-1252", ["ru", "en"], "Ça va, garçon? “Oui”"],
    ["windows-1251", ["ru-RU", "en"], "Тихий шёпот"],
    ["windows-1251", ["uk"], "Її слова"],
    ["windows-1256", ["ar-EG"], "شكرا لك"],
    ["windows-1253", ["el"], "Καλημέρα"],
  ])("USR-14 %s where languages are %j", (label, languages, text) => {
    const source = `1\n00:00:01,000 --> 00:00:02,000\n${text}\n`;
    expect(decodeText(bytesIn(label, source), languages)).toBe(source);
  });

  it("USR-14 of the East Asian encodings, the first one that fits is used", () => {
    const shiftJis = Uint8Array.of(0x8c, 0x8e, 0x82, 0xaa, 0x0a);
    expect(decodeText(shiftJis, ["ja"])).toBe("月が\n");
    const big5 = Uint8Array.of(0xa4, 0xeb, 0xab, 0x47, 0x0a);
    expect(decodeText(big5, ["zh-TW", "zh"])).toBe("月亮\n");
    expect(decodeText(Uint8Array.of(0xd4, 0xc2, 0x0a), ["zh-CN"])).toBe("月\n");
    expect(decodeText(Uint8Array.of(0xbf, 0xf9, 0x0a), ["ko"])).toBe("월\n");
  });

  it("TLS-4 binary files have no text", () => {
    for (const bytes of [
      [0x89, 0x50, 0, 0, 1],
      [0, 0, 0, 0],
      [1, 2],
      [72, 105, 0],
    ])
      expect(decodeText(Uint8Array.from(bytes), ["en"])).toBeNull();
  });
});
