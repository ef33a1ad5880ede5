import { fitSpeech } from "../../../../audio/dubbing/fit-speech.ts";
import type { Narrator } from "../../../../audio/narration/narrator.ts";
import { PERSONAS } from "../../../../audio/narration/personas.ts";
import type { SpeechFolders } from "../../../../core/page/app-data.ts";
import type { Clip } from "../../../audio/speech/clip-shelf.ts";
import { findClip, keepClip } from "../../../audio/speech/clip-shelf.ts";
import type { LineInTime } from "./lengths.ts";
import { keyOf, spokenLengths } from "./lengths.ts";

/** A line as it was spoken in its time. */
export type FittedClip = Clip & Required<Pick<Clip, "fit">>;

/** Speaks lines in their times, each once: what was spoken before comes from the shelf. */
export function createSegmentSpeaker(folders: SpeechFolders) {
  let opening: Promise<Narrator> | null = null;
  const narrator = (): Promise<Narrator> =>
    (opening ??= import("../../../audio/speech/open-narrator.ts").then(({ openNarrator }) =>
      openNarrator(folders),
    ));
  async function speakNew({ text, language, persona, slot }: LineInTime): Promise<FittedClip> {
    const voice = await narrator();
    const { samples, sampleRate, pace, excess } = await fitSpeech(
      (speed) => voice.say(text, { language, persona: PERSONAS[persona], speed }),
      slot,
    );
    return { samples, sampleRate, words: [], fit: { pace, excess } };
  }
  return {
    async speak(line: LineInTime): Promise<FittedClip> {
      const key = keyOf(line);
      const known = await findClip(key);
      const clip = known?.fit ? { ...known, fit: known.fit } : await speakNew(line);
      if (!known) await keepClip(key, clip);
      const seconds = clip.samples.length / clip.sampleRate;
      spokenLengths().setState({ [key]: { seconds, ...clip.fit } });
      return clip;
    },
    close(): void {
      void opening?.then((voice) => voice.close());
    },
  };
}
export type SegmentSpeaker = ReturnType<typeof createSegmentSpeaker>;
