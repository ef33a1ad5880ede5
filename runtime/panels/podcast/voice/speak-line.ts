import type { Narrator } from "../../../../audio/narration/narrator.ts";
import type { PersonaId } from "../../../../audio/narration/personas.ts";
import { PERSONAS } from "../../../../audio/narration/personas.ts";
import type { SpeechFolders } from "../../../../core/page/app-data.ts";
import type { Clip } from "../../../audio/speech/clip-shelf.ts";
import { findClip, keepClip } from "../../../audio/speech/clip-shelf.ts";

export interface LineToSpeak {
  readonly text: string;
  readonly language: string;
  readonly persona: PersonaId;
}

const keyOf = ({ text, language, persona }: LineToSpeak): string =>
  JSON.stringify([1, language, persona, text]);

/** Speaks lines, each once: what was spoken before comes from the shelf. */
export function createLineSpeaker(folders: SpeechFolders) {
  let opening: Promise<Narrator> | null = null;
  const narrator = (): Promise<Narrator> =>
    (opening ??= import("../../../audio/speech/open-narrator.ts").then(({ openNarrator }) =>
      openNarrator(folders),
    ));
  return {
    async speak(line: LineToSpeak): Promise<Clip> {
      const key = keyOf(line);
      const known = await findClip(key);
      if (known) return known;
      const voice = await narrator();
      const { samples, sampleRate, words } = await voice.say(line.text, {
        language: line.language,
        persona: PERSONAS[line.persona],
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
