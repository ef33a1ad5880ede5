import { startContext } from "./start-context.ts";
import { type TimeMap, createTimeMap } from "./time-map.ts";

export type SampleSide = "before" | "after";

/** Scheduling delay and crossfade duration, in seconds. */
const LEAD = 0.02;
const FADE = 0.01;

interface Playing {
  readonly side: SampleSide;
  readonly source: AudioBufferSourceNode;
  readonly gain: GainNode;
  /** Position in the sound and context time of the start, in seconds. */
  readonly from: number;
  readonly at: number;
}

/**
 * Plays two short sounds from memory, one at a time, which share their position.
 * @param onChange called with the side that is playing; null if none
 * @param onFail called if the audio context did not start
 * @returns `press` plays a side, switches to it, or stops if it is playing; `seek` continues at
 *   another position, in seconds of the original; `at` is the current position
 */
export function createSamplePlayer({
  context,
  sounds,
  map,
  onChange,
  onFail,
}: {
  readonly context: AudioContext;
  readonly sounds: Readonly<Record<SampleSide, AudioBuffer>>;
  readonly map: TimeMap;
  readonly onChange: (side: SampleSide | null) => void;
  readonly onFail: (error: unknown) => void;
}): {
  readonly press: (side: SampleSide) => void;
  readonly seek: (to: number) => void;
  readonly at: () => number;
  readonly stop: () => void;
} {
  let playing: Playing | null = null;
  /** Position in the original sound, in seconds. */
  let position = 0;

  const positionAt = (when: number): number => {
    if (!playing) return position;
    const own = playing.from + Math.max(0, when - playing.at);
    return playing.side === "after" ? map.toInput(own) : own;
  };
  const halt = (when: number): void => {
    if (!playing) return;
    const { source, gain } = playing;
    position = positionAt(when);
    gain.gain.setValueAtTime(1, when);
    gain.gain.linearRampToValueAtTime(0, when + FADE);
    source.stop(when + FADE);
    playing = null;
  };
  const start = (side: SampleSide, when: number): void => {
    const source = context.createBufferSource();
    const gain = context.createGain();
    source.buffer = sounds[side];
    source.connect(gain).connect(context.destination);
    gain.gain.setValueAtTime(0, when);
    gain.gain.linearRampToValueAtTime(1, when + FADE);
    const from = side === "after" ? map.toResult(position) : position;
    source.addEventListener("ended", () => {
      if (playing?.source === source) {
        playing = null;
        position = 0;
        onChange(null);
      }
      // A running context keeps the device awake.
      if (!playing) void context.suspend();
    });
    source.start(when, from);
    playing = { side, source, gain, from, at: when };
    startContext(context).catch((error: unknown) => {
      if (playing?.source !== source) return;
      stop();
      onFail(error);
    });
  };
  const stop = (): void => {
    halt(context.currentTime + LEAD);
    onChange(null);
  };
  return {
    press(side) {
      if (playing?.side === side) return stop();
      const when = context.currentTime + LEAD;
      halt(when);
      start(side, when);
      onChange(side);
    },
    seek(to) {
      const side = playing?.side;
      const when = context.currentTime + LEAD;
      halt(when);
      position = to;
      if (side) start(side, when);
    },
    at: () => positionAt(context.currentTime),
    stop,
  };
}

/**
 * Input of a sample player: the side that was pressed, or a position as a fraction of the duration.
 */
export type SamplePress = (what: SampleSide | number) => void;

/**
 * Loads the sounds of a page's sample (`parts/sample/ToolSample.tsx`), and connects them to its
 * buttons, its waveform and its text.
 * @param signal removes the connections
 * @param onFail called if the audio context did not start
 * @throws if a sound cannot be loaded or decoded
 */
export async function openSample(
  figure: HTMLElement,
  context: AudioContext,
  signal: AbortSignal,
  onFail: (error: unknown) => void,
): Promise<SamplePress> {
  const load = async (side: SampleSide): Promise<AudioBuffer> => {
    const response = await fetch(figure.dataset[side]!, { signal });
    if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
    return context.decodeAudioData(await response.arrayBuffer());
  };
  const [before, own] = await Promise.all([
    load("before"),
    figure.dataset["after"] && load("after"),
  ]);
  const after = own || before;
  const { start, end } = figure.dataset;
  const cut = start === undefined ? [] : [{ start: Number(start), end: Number(end) }];
  const line = figure.querySelector("[role=slider]");
  /** Place of the line between before and after, 0 to 1; 1 without a sound after. */
  const lineAt = (): number => (line ? Number(line.getAttribute("aria-valuenow")) / 100 : 1);
  const texts = [...figure.querySelectorAll<HTMLElement>("[data-from]")];
  const sideAt = (at: number): SampleSide => {
    const split = lineAt();
    return split === 1 || at < split ? "before" : "after";
  };
  let frame = 0;
  /** Where the line was when the side was chosen; NaN after a jump. */
  let chosenFor = lineAt();
  const follow = (): void => {
    const at = Math.min(1, player.at() / before.duration);
    figure.style.setProperty("--at", String(at));
    for (const text of texts)
      text.toggleAttribute("data-spoken", at >= Number(text.dataset["from"]));
    const moved = lineAt() !== chosenFor;
    chosenFor = lineAt();
    const side = sideAt(at);
    // What is played is what is drawn there. Playing alone only crosses the line forward: a position
    // in a part that was cut out is before the line or after it, depending on the side.
    if (side !== figure.dataset["heard"] && (moved || side === "after")) return player.press(side);
    frame = requestAnimationFrame(follow);
  };
  const player = createSamplePlayer({
    context,
    sounds: { before, after },
    map: createTimeMap(before.duration, after.duration, cut),
    onFail,
    onChange: (side) => {
      cancelAnimationFrame(frame);
      if (side) {
        figure.dataset["heard"] = side;
        follow();
      }
      for (const button of figure.querySelectorAll<HTMLElement>("button[data-voice]"))
        button.setAttribute("aria-pressed", String(button.dataset["voice"] === side));
    },
  });
  // Adding files stops the sample.
  document.addEventListener("toolkit:files", player.stop, { signal });
  return (what) => {
    if (typeof what !== "number") return player.press(what);
    player.seek(what * before.duration);
    chosenFor = Number.NaN;
    if (!figure.querySelector('[aria-pressed="true"]')) player.press(sideAt(what));
  };
}
