import { afterAll, describe, expect, it } from "vitest";
import { judgeReading, judgeSinging } from "#bench/audio/alignment/judge.ts";
import { TEXTS } from "#bench/audio/alignment/readings.ts";
import { openVoice } from "./open-voice.ts";
import { isLong } from "#tests/left-out.ts";

const voice = openVoice();
afterAll(() => voice.close());

describe("a text that is laid over a recording", () => {
  // Other alphabets, and a language without spaces; the long run adds languages in Latin script.
  it.each(["en", "ru", "ja", ...(isLong ? ["de", "fr", "es"] : [])])(
    "TLS-1 has its words within 200 ms, %s through noise at 10 dB and music at 5 dB",
    async (language) => {
      const lines = TEXTS[language]!.slice(0, 3);
      const low = { name: "m5", rate: 200, pitch: 35 };
      const high = { name: "f3", rate: 140, pitch: 60 };
      const found = [
        await judgeReading(voice, language, low, { kind: "noise", lines }),
        await judgeReading(voice, language, high, { kind: "music", lines }),
      ];
      for (const { median } of found) expect(median).toBeLessThan(0.04);
      // One of about 25 words is more than 4 %, so both readings are counted together.
      const words = found.reduce((sum, { count }) => sum + count, 0);
      const right = found.reduce((sum, { count, within }) => sum + count * within, 0);
      expect(words).toBeGreaterThan(40);
      expect(right / words).toBeGreaterThanOrEqual(0.95);
    },
    600_000,
  );

  it.each(["en"])(
    "TLS-1 has the lines of a song within 200 ms, %s sung over music that is as loud",
    async (language) => {
      const { worst, count } = await judgeSinging(
        voice,
        language,
        { name: "f2", key: 62, seed: 5 },
        TEXTS[language]!.slice(0, 3),
      );
      expect(count).toBe(3);
      expect(worst).toBeLessThan(0.2);
    },
    600_000,
  );
});
