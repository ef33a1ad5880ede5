import { expect, it } from "vitest";
import { PERSONAS } from "#audio/narration/personas.ts";
import { splitSentences } from "#audio/narration/text/split-sentences.ts";
import { writeScript } from "#audio/podcast/script/write-script.ts";
import { type Episode, EPISODE_RATE } from "#audio/podcast/sound/episode.ts";
import { mixEpisode } from "#audio/podcast/sound/mix-episode.ts";
import { createLoudnessMeter } from "#audio/signal/loudness.ts";
import { hardest } from "#tests/left-out.ts";
import { openNarrator } from "./open-narrator.ts";

const TEXTS = {
  en: "The river carries sand from the mountains to the sea. Where the river is slow, the sand settles and becomes an island. Fishermen know the islands and the sand of the river by heart.",
  ja: "川は山から海へ砂を運びます。流れのゆるい所では砂が沈み、島になります。漁師は川の島と砂をよく知っています。",
} as const;
const HOSTS = [PERSONAS.maren, PERSONAS.tarvel] as const;

it.each(hardest(Object.entries(TEXTS)))(
  "TLS-1 an episode in %s, spoken by the built-in voice, is at −16 LUFS ±0.5",
  { timeout: 180_000 },
  async (language, source) => {
    const sentences = splitSentences(source, language).map(({ start, end, paragraph }) => ({
      text: source.slice(start, end),
      paragraph,
    }));
    const script = writeScript({ title: "Sand", language, sentences, minutes: 1, tone: "chatty" });
    const narrator = openNarrator();
    try {
      const lines: Episode["lines"][number][] = [];
      for (const { text, host, chapter } of script.lines) {
        const { samples, sampleRate } = await narrator.synthesize(text, {
          language,
          persona: HOSTS[host],
        });
        lines.push({ host, samples, sampleRate, isChapter: chapter !== null });
      }
      for (const music of ["none", "warm", "bright"] as const) {
        const meter = createLoudnessMeter({ sampleRate: EPISODE_RATE, channels: 2 });
        for (const block of mixEpisode({ title: script.title, music, lines })) meter.push(block);
        const { integrated, truePeak } = meter.measure();
        expect([music, Math.abs(integrated + 16) < 0.5, integrated]).toEqual([
          music,
          true,
          integrated,
        ]);
        expect(truePeak).toBeLessThan(-0.9);
      }
    } finally {
      narrator.close();
    }
  },
);
