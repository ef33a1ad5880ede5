import type { Narrator } from "#audio/narration/narrator.ts";
import type { Persona } from "#audio/narration/personas.ts";
import type { SpeechFolders } from "#core/page/app-data.ts";
import { type Clip, findClip, keepClip } from "#runtime/audio/speech/clip-store.ts";
import type { HostedSpeaker } from "#runtime/audio/speech/open-hosted-voice.ts";
import { isOwnVoice } from "#runtime/audio/voices/own-voice.ts";
import { type VoiceId, loadVoices } from "#runtime/audio/voices/voices.ts";

export interface LineToSpeak {
  readonly text: string;
  readonly language: string;
  readonly persona: VoiceId;
}

/**
 * Cloned voices change with their samples, so that the cache key of a clip includes its
 * measurements.
 */
const keyOf = ({ text, language, persona }: LineToSpeak, own: Persona): string =>
  JSON.stringify([1, language, isOwnVoice(persona) ? own : persona, text]);

/**
 * Speaks lines, each once: stored clips are reused.
 * @param hosted speaker for hosted voices; null without a paid job
 */
export function createLineSpeaker(folders: SpeechFolders, hosted: HostedSpeaker | null = null) {
  let opening: Promise<Narrator> | null = null;
  const narrator = (): Promise<Narrator> =>
    (opening ??= import("#runtime/audio/speech/open-narrator.ts").then(({ openNarrator }) =>
      openNarrator(folders, { hosted }),
    ));
  return {
    async speak(line: LineToSpeak): Promise<Clip> {
      const persona = (await loadVoices())(line.persona);
      const key = keyOf(line, persona);
      const known = await findClip(key);
      if (known) return known;
      const voice = await narrator();
      const { samples, sampleRate, words } = await voice.synthesize(line.text, {
        language: line.language,
        persona,
      });
      const clip = { samples, sampleRate, words };
      await keepClip(key, clip);
      return clip;
    },
    close(): void {
      void opening?.then((voice) => voice.close());
    },
  };
}
