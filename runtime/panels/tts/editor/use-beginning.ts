import { useEffect, useRef, useState } from "react";
import { type Narrator, pauseAfter } from "#audio/narration/narrator.ts";
import { NARRATION_RATE } from "#audio/narration/refine/refine-speech.ts";
import { readScript } from "#audio/narration/script.ts";
import { loadVoices } from "#runtime/audio/voices/voices.ts";
import { FaultError } from "#runtime/contract/fault.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import { type PartPlayer, createPartPlayer } from "../player/part-player.ts";
import { type SpeechParams, narrationOf } from "./setup.ts";

/** Number of sentences in a free preview. */
const FREE_SENTENCES = 3;
/** Number of characters in which they are searched. */
const MAX_SEARCHED = 4000;

/** Plays the beginning of a text, each sentence as soon as it is spoken. */
export function useBeginning({
  text,
  params,
  narrator,
}: {
  readonly text: string;
  readonly params: SpeechParams;
  readonly narrator: () => Promise<Narrator>;
}) {
  const { notices, report } = useWorkspace();
  const [state, setState] = useState<"rest" | "busy" | "playing">("rest");
  const [failed, setFailed] = useState(false);
  const player = useRef<PartPlayer | null>(null);
  useEffect(() => () => player.current?.close(), []);
  const stop = (): void => {
    player.current?.stop();
    setState("rest");
  };
  const play = (): void => {
    const sentences = readScript(text.slice(0, MAX_SEARCHED), params.language).sentences.slice(
      0,
      FREE_SENTENCES,
    );
    setFailed(false);
    setState("busy");
    player.current ??= createPartPlayer(NARRATION_RATE, { notices, report });
    player.current.play(
      async (at) => {
        const sentence = sentences[at];
        if (!sentence) return null;
        const narration = narrationOf(params, sentence.persona, await loadVoices());
        const speaker = await narrator();
        const { samples, sampleRate } = await speaker.synthesize(sentence.text, narration);
        return { samples, sampleRate, rest: pauseAfter(sentence, narration) };
      },
      (at) => setState(at === null ? "rest" : "playing"),
      (error) => {
        // A known fault has already been shown.
        setFailed(!(error instanceof FaultError));
        setState("rest");
      },
    );
  };
  return { state, failed, toggle: state === "rest" ? play : stop };
}
