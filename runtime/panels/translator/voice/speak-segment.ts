import { fitSpeech } from "#audio/dubbing/fit-speech.ts";
import type { Narrator } from "#audio/narration/narrator.ts";
import type { Persona } from "#audio/narration/personas.ts";
import type { SpeechFolders } from "#core/page/app-data.ts";
import { type Clip, findClip, keepClip } from "#runtime/audio/speech/clip-store.ts";
import type { HostedSpeaker } from "#runtime/audio/speech/open-hosted-voice.ts";
import { isOwnVoice } from "#runtime/audio/voices/own-voice.ts";
import { loadVoices } from "#runtime/audio/voices/voices.ts";
import { type LineInTime, keyOf, spokenLengths } from "./lengths.ts";

/** A spoken line that was fitted into its time slot. */
export type FittedClip = Clip & Required<Pick<Clip, "fit">>;

/**
 * Cloned voices change with their samples, so that the cache key of a clip includes its
 * measurements.
 */
const cacheKeyOf = (line: LineInTime, own: Persona): string =>
  isOwnVoice(line.persona) ? `${keyOf(line)} ${JSON.stringify(own)}` : keyOf(line);

/**
 * Speaks lines in their time slots, each once: stored clips are reused.
 * @param hosted speaker for hosted voices; null without a paid job
 */
export function createSegmentSpeaker(folders: SpeechFolders, hosted: HostedSpeaker | null = null) {
  let opening: Promise<Narrator> | null = null;
  const narrator = (): Promise<Narrator> =>
    (opening ??= import("#runtime/audio/speech/open-narrator.ts").then(({ openNarrator }) =>
      openNarrator(folders, { hosted }),
    ));
  async function speakNew(
    { text, language, slot }: LineInTime,
    persona: Persona,
  ): Promise<FittedClip> {
    const voice = await narrator();
    const { samples, sampleRate, pace, excess } = await fitSpeech(
      (speed) => voice.synthesize(text, { language, persona, speed }),
      slot,
    );
    return { samples, sampleRate, words: [], fit: { pace, excess } };
  }
  return {
    async speak(line: LineInTime): Promise<FittedClip> {
      const persona = (await loadVoices())(line.persona);
      const key = cacheKeyOf(line, persona);
      const known = await findClip(key);
      const clip = known?.fit ? { ...known, fit: known.fit } : await speakNew(line, persona);
      if (!known) await keepClip(key, clip);
      const seconds = clip.samples.length / clip.sampleRate;
      spokenLengths().setState({ [keyOf(line)]: { seconds, ...clip.fit } });
      return clip;
    },
    close(): void {
      void opening?.then((voice) => voice.close());
    },
  };
}
export type SegmentSpeaker = ReturnType<typeof createSegmentSpeaker>;
