import type { SamplePress, SampleSide } from "../audio/player/sample-player.ts";
import { find, findAll } from "./document.ts";
import { pausePlayers } from "./one-sound.ts";

/** How far a key moves the line between before and after, in percent. */
const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -2,
  ArrowDown: -2,
  ArrowRight: 2,
  ArrowUp: 2,
  PageDown: -10,
  PageUp: 10,
  Home: -100,
  End: 100,
};

/**
 * Plays the samples of a page, one at a time: a sample's two sounds and the player code are loaded
 * on the first click.
 * @param signal stops the samples and detaches them
 */
export function startSamples(root: ParentNode, signal: AbortSignal): void {
  let latest: HTMLElement | undefined;
  for (const figure of findAll("[data-sample]", root))
    startSample(figure, signal, {
      isLatest: () => latest === figure,
      onPress: () => {
        latest = figure;
        pausePlayers(root);
        for (const playing of findAll('[data-voice][aria-pressed="true"]', root))
          if (!figure.contains(playing)) playing.click();
      },
    });
}

interface Turn {
  /** Whether no other sample was pressed since. */
  readonly isLatest: () => boolean;
  /** Stops the other samples. */
  readonly onPress: () => void;
}

function startSample(figure: HTMLElement, signal: AbortSignal, turn: Turn): void {
  const moveLine = startLine(figure, signal);
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
      const pressed = (target as Element).closest<HTMLElement>(
        "button[data-voice], [data-wave], [role=slider]",
      );
      if (!pressed || pressed.getAttribute("role") === "slider") return;
      const { left, width } = pressed.getBoundingClientRect();
      const side = pressed.dataset["voice"] as SampleSide | undefined;
      if (pressed.getAttribute("aria-pressed") === "true") {
        void opening?.then((press) => press(side!));
        return;
      }
      turn.onPress();
      // The whole wave is drawn as the side that is heard.
      if (side) moveLine(side === "before" ? 100 : 0);
      // Some browsers allow audio to start only within the click handler.
      const sound = (context ??= new AudioContext());
      opening ??= open(sound);
      pressed.setAttribute("aria-busy", "true");
      show(null);
      opening
        .then((press) => turn.isLatest() && press(side ?? (clientX - left) / width))
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

/**
 * Moves the line between before and after with the pointer and with keys.
 * @returns moves it to a percentage of the wave; does nothing without a line
 */
function startLine(figure: HTMLElement, signal: AbortSignal): (to: number) => void {
  const line = find("[role=slider]", figure);
  if (!line) return () => {};
  const moveTo = (to: number): void => {
    const percent = Math.min(100, Math.max(0, to));
    line.setAttribute("aria-valuenow", String(Math.round(percent)));
    figure.style.setProperty("--split", String(percent / 100));
  };
  line.addEventListener("pointerdown", ({ pointerId }) => line.setPointerCapture(pointerId), {
    signal,
  });
  line.addEventListener(
    "pointermove",
    ({ pointerId, clientX }) => {
      if (!line.hasPointerCapture(pointerId)) return;
      const { left, width } = line.parentElement!.getBoundingClientRect();
      moveTo((100 * (clientX - left)) / width);
    },
    { signal },
  );
  line.addEventListener(
    "keydown",
    (event) => {
      const step = STEPS[event.key];
      if (step === undefined) return;
      event.preventDefault();
      moveTo(Number(line.getAttribute("aria-valuenow")) + step);
    },
    { signal },
  );
  return moveTo;
}
