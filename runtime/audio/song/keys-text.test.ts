import { describe, expect, it } from "vitest";
import { createFormat } from "../../i18n/format.ts";
import { keysText } from "./keys-text.ts";

const locale = {
  format: createFormat("en-US"),
  t: (key: string, { key: name, time }: { key: string; time: string }) => `${key} ${name} ${time}`,
} as unknown as Parameters<typeof keysText>[2];
const key = { tonic: 0, mode: "major", clarity: 1 } as const;

describe("keys of a song", () => {
  it("TLS-1 are named with their times where there are several, and moved together", () => {
    expect(keysText({ key: null }, 0, locale)).toBeNull();
    // What an earlier build has found has one.
    expect(keysText({ key }, -1, locale)).toBe("B");
    const keys = [
      { ...key, from: 0 },
      { ...key, tonic: 2, from: 128 },
    ];
    expect(keysText({ key, keys: keys.slice(0, 1) }, 0, locale)).toBe("C");
    expect(keysText({ key, keys }, 1, locale)).toBe("D♭ and panel-kit:song.keyFrom E♭ 2:08");
  });

  it("LOC-6 have their accidental behind them from right to left, too", () => {
    const arabic = { ...locale, format: createFormat("ar", "rtl") };
    expect(keysText({ key }, 1, arabic)).toBe("\u2066D♭\u2069");
  });
});
