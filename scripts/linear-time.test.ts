import { describe, expect, it } from "vitest";
import { expectLinearTime } from "#tests/growth/expect-linear-time.ts";

/** Readers that are slow on one family of texts alone. */
const SLOW: Readonly<Record<string, (text: string) => unknown>> = {
  "a search for an end that is missing, from each start": (text) => text.match(/<!--[^]*?-->/g),
  "an attribute of tags without an end": (text) => text.match(/<script\s[^<>]*json[^<>]*>/g),
  "spaces at the end": (text) => text.replace(/\s+$/, ""),
  "indexOf from each start": (text) => {
    let found = 0;
    for (let at = text.indexOf("<b>"); at >= 0; at = text.indexOf("<b>", at + 1))
      if (text.includes("</b>", at)) found++;
    return found;
  },
  "all lines before each line": (text) => {
    let found = 0;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1))
      if (text.slice(0, at).includes("\u0001")) found++;
    return found;
  },
  "a pattern that tries every combination": (text) => /^(a+)+$/.test(text),
};
const LINEAR: Readonly<Record<string, (text: string) => unknown>> = {
  "splits, and matches tags": (text) => [
    text.split("\n").map((line) => line.trim()),
    text.match(/<[^<>]*>/g),
  ],
  "refuses most texts": (text) => {
    if (text.length > 100) throw new Error(text.slice(0, 10));
  },
  "sorts lines": (text) => text.split(/[\n ]/).toSorted(),
  "answers later": async (text) => {
    await Promise.resolve();
    return text.toUpperCase();
  },
};
const GRAMMAR = {
  samples: ['<a b="1">text</a>\n<script type="x json">x</script>'],
  tokens: ["<b>", "</b>", "<script json", "-->"],
};

describe("the check of linear time", { timeout: 240_000 }, () => {
  it.each(Object.keys(SLOW))("finds %s", async (name) => {
    await expect(expectLinearTime(SLOW[name]!, GRAMMAR)).rejects.toThrow(
      /when a text doubles|takes too long/,
    );
  });

  it.each(Object.keys(LINEAR))("passes a reader that %s", async (name) => {
    await expectLinearTime(LINEAR[name]!, { ...GRAMMAR, limit: 4_000_000 });
  });

  it("refuses samples that are not read", async () => {
    const reader = (text: string) => JSON.parse(text) as unknown;
    await expect(expectLinearTime(reader, GRAMMAR)).rejects.toThrow("refuses every sample");
  });

  it("finds a reader that takes too long at its limit, though its time is linear", async () => {
    const reader = (text: string): void => {
      if (text.length < 100_000 || text.length > 110_000) return;
      for (let times = 0; times < 1200; times++)
        for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === 1) return;
    };
    await expect(expectLinearTime(reader, { limit: 100_000 })).rejects.toThrow(
      "times as long as a loop over its characters",
    );
  });
});
