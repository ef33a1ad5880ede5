import type { SamplePress, SampleSide } from "../audio/player/sample-player.ts";
import { find, findAll } from "./document.ts";

/**
 * Plays the sample of a tool's page: its two sounds and the player code are loaded on the first
 * click.
 * @param signal stops the sample and detaches it
 */
export function startSample(root: ParentNode, signal: AbortSignal): void {
  const figure = find("[data-sample]", root);
  if (!figure) return;
  const show = (problem: "failed" | "noSound" | null): void => {
    for (const text of findAll("[data-problem]", figure))
      text.hidden = text.dataset["problem"] !== problem;
  };
  let context: AudioContext | undefined;
  let opening: Promise<SamplePress> | undefined;
  const open = async (sound: AudioContext): Promise<SamplePress> => {
    const { openSample } = await import("../audio/player/sample-player.ts");
    return openSample(figure, sound, signal, () => show("noSound"));
  };
  figure.addEventListener(
    "click",
    ({ target, clientX }) => {
      const pressed = (target as Element).closest<HTMLElement>("button[data-voice], [data-wave]");
      if (!pressed) return;
      const { left, width } = pressed.getBoundingClientRect();
      const side = pressed.dataset["voice"] as SampleSide | undefined;
      // Some browsers allow audio to start only within the click handler.
      const sound = (context ??= new AudioContext());
      opening ??= open(sound);
      pressed.setAttribute("aria-busy", "true");
      show(null);
      opening
        .then((press) => press(side ?? (clientX - left) / width))
        .catch(() => {
          opening = undefined;
          show(signal.aborted ? null : "failed");
        })
        .finally(() => pressed.removeAttribute("aria-busy"));
    },
    { signal },
  );
  signal.addEventListener("abort", () => void context?.close(), { once: true });
}
