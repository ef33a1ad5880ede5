import type { SampleSide } from "../audio/player/sample-player.ts";
import { find } from "./document.ts";

/**
 * The sample of a tool's page: its two sounds and what plays them are loaded with the first press.
 * @param signal ends it, and the sound
 */
export function startSample(root: ParentNode, signal: AbortSignal): void {
  const figure = find("[data-sample]", root);
  const problem = figure && find("[data-problem]", figure);
  if (!figure || !problem) return;
  let context: AudioContext | undefined;
  let opening: Promise<(side: SampleSide) => void> | undefined;
  const open = async (sound: AudioContext): Promise<(side: SampleSide) => void> => {
    const { openSample } = await import("../audio/player/sample-player.ts");
    return openSample(figure, sound, signal);
  };
  figure.addEventListener(
    "click",
    ({ target }) => {
      const button = (target as Element).closest<HTMLElement>("button[data-voice]");
      if (!button) return;
      // Some browsers let sound begin only in the click itself.
      const sound = (context ??= new AudioContext());
      opening ??= open(sound);
      button.setAttribute("aria-busy", "true");
      problem.hidden = true;
      opening
        .then((press) => press(button.dataset["voice"] as SampleSide))
        .catch(() => {
          opening = undefined;
          problem.hidden = signal.aborted;
        })
        .finally(() => button.removeAttribute("aria-busy"));
    },
    { signal },
  );
  signal.addEventListener("abort", () => void context?.close(), { once: true });
}
