import type { SpeechVoice } from "#audio/speech/speech.ts";
import { splitWords } from "#audio/speech/split-words.ts";
import { FaultError } from "../../contract/fault.ts";
import type { Hosted, HostedCall } from "../../contract/hosted.ts";

/** Header size of the WAV files of hosted voices, in bytes. */
const HEAD = 44;
/** Default speaking rate in words per minute, as in `SpeechOptions.rate`. */
const DEFAULT_RATE = 165;
const SLOWEST = 0.25;
const FASTEST = 4;
/** Magnitude below which samples count as silence around speech. */
const SILENCE = 0.002;

/** The model of a hosted voice, and the job that pays for it. */
export type HostedSpeaker = HostedCall & { readonly hosted: Pick<Hosted, "speak"> };

/**
 * The operator's voices: texts are sent to the server. Word times are distributed by letters, since
 * voices return none.
 * @param speaker null if there is no paying job yet; then nothing is synthesized
 */
export function openHostedVoice(speaker: HostedSpeaker | null): SpeechVoice {
  return {
    async speak(text, { language, voice = "", rate = DEFAULT_RATE }) {
      if (!speaker) throw new FaultError("panel-kit:hosted.later");
      const words = splitWords(text);
      if (words.length === 0)
        return { samples: new Float32Array(), sampleRate: 24_000, words: [], phonemes: [] };
      const speed = Math.min(FASTEST, Math.max(SLOWEST, rate / DEFAULT_RATE));
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
