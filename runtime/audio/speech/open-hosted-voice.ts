import type { SpeechVoice } from "#audio/speech/speech.ts";
import { splitWords } from "#audio/speech/split-words.ts";
import { FaultError } from "../../contract/fault.ts";
import type { Hosted, HostedCall } from "../../contract/hosted.ts";

/** Bytes of the head of what a hosted voice speaks. */
const HEAD = 44;
/** Words a minute at which voices speak by themselves, as `SpeechOptions.rate` counts. */
const USUAL_RATE = 165;
const SLOWEST = 0.25;
const FASTEST = 4;
/** Samples below it are silence around what is said. */
const SILENCE = 0.002;

/** What a hosted voice is spoken with: a model, and the job that pays. */
export type HostedSpeaker = HostedCall & { readonly hosted: Pick<Hosted, "speak"> };

/**
 * The operator's voices: each text is sent. The times of its words are shared out by their letters, as no
 * voice tells them.
 * @param speaker null: there is no job that pays yet; it speaks nothing then
 */
export function openHostedVoice(speaker: HostedSpeaker | null): SpeechVoice {
  return {
    async speak(text, { language, voice = "", rate = USUAL_RATE }) {
      if (!speaker) throw new FaultError("panel-kit:hosted.later");
      const words = splitWords(text);
      if (words.length === 0)
        return { samples: new Float32Array(), sampleRate: 24_000, words: [], phonemes: [] };
      const speed = Math.min(FASTEST, Math.max(SLOWEST, rate / USUAL_RATE));
      const wav = await speaker.hosted.speak({ voice, language, text, speed }, speaker);
      const sampleRate = new DataView(wav).getUint32(24, true);
      const samples = Float32Array.from(new Int16Array(wav, HEAD), (value) => value / 32_768);
      const first = Math.max(
        0,
        samples.findIndex((value) => Math.abs(value) > SILENCE),
      );
      const last = samples.findLastIndex((value) => Math.abs(value) > SILENCE) + 1;
      const letters = words.reduce((sum, word) => sum + word.text.length, 0);
      const pace = Math.max(0, last - first) / sampleRate / letters;
      let at = first / sampleRate;
      return {
        samples,
        sampleRate,
        words: words.map((word) => {
          const from = at;
          at += word.text.length * pace;
          return { ...word, from, to: at };
        }),
        phonemes: [],
      };
    },
    close() {},
  };
}
