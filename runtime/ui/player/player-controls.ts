import { createFormat } from "../../i18n/format.ts";

/** Seconds by which an arrow key seeks. */
const STEP = 5;
/** Fraction of the length by which a page key seeks. */
const PAGE = 0.1;

/** The position that a key seeks to; null for other keys. All in seconds. */
export function positionAfter(key: string, now: number, duration: number): number | null {
  const targets = new Map([
    ["ArrowLeft", now - STEP],
    ["ArrowDown", now - STEP],
    ["ArrowRight", now + STEP],
    ["ArrowUp", now + STEP],
    ["PageDown", now - PAGE * duration],
    ["PageUp", now + PAGE * duration],
    ["Home", 0],
    ["End", duration],
  ]);
  const target = targets.get(key);
  return target === undefined ? null : Math.min(duration, Math.max(0, target));
}

/**
 * Connects the seek bar, the button and the clock of a `Player` with its media element.
 * @param signal detaches it
 * @returns seeks to a horizontal position in the window, in CSS pixels
 */
export function startPlayer(player: HTMLElement, signal: AbortSignal): (x: number) => void {
  const find = <E extends HTMLElement>(selector: string): E => player.querySelector<E>(selector)!;
  const media = find<HTMLMediaElement>("[data-media]");
  const [button, bar, clock] = [find("[data-play]"), find("[data-seek]"), find("[data-clock]")];
  const { lang, dir } = document.documentElement;
  const format = createFormat(lang, dir === "rtl" ? "rtl" : "ltr");
  const play = button.ariaLabel!;
  let frame = 0;

  const length = (): number =>
    Number.isFinite(media.duration) ? media.duration : Number(player.dataset["seconds"] ?? 0);
  const show = (): void => {
    const [now, duration] = [media.currentTime, length()];
    const text = format.clock(now);
    player.toggleAttribute("data-playing", !media.paused);
    button.ariaLabel = media.paused ? play : button.dataset["pause"]!;
    bar.style.setProperty("--at", String(duration > 0 ? Math.min(1, now / duration) : 0));
    bar.ariaValueMax = String(duration);
    bar.ariaValueNow = String(Math.min(now, duration));
    bar.ariaValueText = text;
    clock.textContent = duration > 0 ? `${text} / ${format.length(duration)}` : text;
    cancelAnimationFrame(frame);
    // The events of the element are too rare for a line that moves.
    if (!media.paused && !matchMedia("(prefers-reduced-motion: reduce)").matches)
      frame = requestAnimationFrame(show);
  };
  const problem = player.closest("figure")?.querySelector<HTMLElement>('[data-problem="failed"]');
  const fail = (failed: boolean): void => {
    if (problem) problem.hidden = !failed;
    show();
  };
  const seek = (seconds: number): void => {
    media.currentTime = seconds;
    show();
  };
  const seekTo = (x: number): void => {
    const { left, width } = bar.getBoundingClientRect();
    seek(length() * Math.min(1, Math.max(0, (x - left) / width)));
  };

  for (const type of ["play", "pause", "ended", "timeupdate", "seeked", "durationchange"])
    media.addEventListener(type, show, { signal });
  media.addEventListener("error", () => fail(true), { signal });
  media.addEventListener("playing", () => fail(false), { signal });
  bar.addEventListener(
    "keydown",
    (event) => {
      if (event.altKey || event.ctrlKey || event.metaKey) return;
      const target = positionAfter(event.key, media.currentTime, length());
      if (target === null) return;
      event.preventDefault();
      event.stopPropagation();
      seek(target);
    },
    { signal },
  );
  bar.addEventListener(
    "pointerdown",
    ({ pointerId, clientX }) => {
      bar.setPointerCapture(pointerId);
      seekTo(clientX);
    },
    { signal },
  );
  bar.addEventListener(
    "pointermove",
    ({ pointerId, clientX }) => bar.hasPointerCapture(pointerId) && seekTo(clientX),
    { signal },
  );
  player.querySelector("[data-full]")?.addEventListener(
    "click",
    () => {
      if (document.fullscreenElement) void document.exitFullscreen();
      else if (player.requestFullscreen) void player.requestFullscreen().catch(() => {});
      // Phones may show only the video itself, in their own player.
      else (media as { webkitEnterFullscreen?(): void }).webkitEnterFullscreen?.();
    },
    { signal },
  );
  signal.addEventListener("abort", () => cancelAnimationFrame(frame), { once: true });
  show();
  return seekTo;
}
