import { createTimeLeft } from "#core/progress/time-left.ts";

/** Where a build is. */
export type Stage = "load" | "plan" | "bundle" | "render" | "write" | "publish";
export type OnProgress = (stage: Stage, done: number, total: number) => void;

const LABELS: Readonly<Record<Stage, string>> = {
  load: "Reading content",
  plan: "Planning",
  bundle: "Bundling code",
  render: "Rendering pages",
  write: "Writing files",
  publish: "Publishing",
};

/** `1:05` or `12 s` */
export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.ceil(seconds));
  return whole < 60
    ? `${whole} s`
    : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

/**
 * Shows progress on a terminal: stage, counts, time left, redrawn at most 12 times a second. Without
 * a terminal it writes one plain line a stage that has something to count.
 */
export function createProgress(
  write: (text: string) => void,
  interactive: boolean,
  now = () => performance.now(),
) {
  let stage: Stage | undefined;
  let timeLeft = createTimeLeft();
  let drawnAt = 0;
  let drawn = false;
  const clear = (): void => {
    if (drawn) write("\r\u001b[2K");
    drawn = false;
  };
  const onProgress: OnProgress = (next, done, total) => {
    const time = now();
    if (next !== stage) {
      stage = next;
      timeLeft = createTimeLeft();
      drawnAt = 0;
      if (!interactive && total > 0) write(`${LABELS[next]}: ${total}\n`);
    }
    if (!interactive || (time - drawnAt < 80 && done < total)) return;
    drawnAt = time;
    const left = timeLeft.update(total > 0 ? done / total : null, time);
    const counts = total > 0 ? ` ${done}/${total}` : "";
    clear();
    write(`${LABELS[next]}${counts}${left === null ? "" : `, ${formatSeconds(left)} left`}`);
    drawn = true;
  };
  return { onProgress, clear };
}
