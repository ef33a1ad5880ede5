import { afterAll, expect, it } from "vitest";
import { SAMPLE_LINES } from "#audio/narration/sample-lines.ts";
import { openVoice } from "#cli/speech/open-voice.ts";
import { sampleOf } from "#tests/left-out.ts";
import { estimateSeconds } from "./script.ts";

const voice = openVoice();
afterAll(() => voice.close());

it.each(sampleOf(5, Object.keys(SAMPLE_LINES)))(
  "TLS-1 the length of speech in %s is estimated to within a half",
  async (language) => {
    const text = `${SAMPLE_LINES[language as keyof typeof SAMPLE_LINES]} `.repeat(6).trim();
    const { samples, sampleRate } = await voice.speak(text, { language, voice: "m3", rate: 155 });
    const ratio = estimateSeconds(text, language) / (samples.length / sampleRate);
    expect(ratio).toBeGreaterThan(1 / 1.5);
    expect(ratio).toBeLessThan(1.5);
  },
);
