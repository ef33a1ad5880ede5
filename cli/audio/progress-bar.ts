import path from "node:path";
import { createTimeLeft } from "#core/progress/time-left.ts";
import { formatSeconds } from "../progress/build-progress.ts";

const WIDTH = 24;
/** Truncates text that is too long for the line: a second line could not be erased. */
const NO_WRAP = "\u001b[?7l";
const WRAP = "\u001b[?7h";

/** A progress line on a terminal, redrawn at most 12 times a second. */
export function createProgressBar(
  write: (text: string) => void,
  interactive: boolean,
  now = () => performance.now(),
) {
  let drawnAt = -Infinity;
  const clear = (): void => {
    if (drawnAt > -Infinity) write("\r\u001b[2K");
    drawnAt = -Infinity;
  };
  return {
    clear,
    /** @param label description of the current work */
    begin(label: () => string) {
      const timeLeft = createTimeLeft();
      return (share: number): void => {
        const time = now();
        if (!interactive || time - drawnAt < 80) return;
        const filled = Math.floor(share * WIDTH);
        const left = timeLeft.update(share, time);
        const bar = "█".repeat(filled) + "░".repeat(WIDTH - filled);
        const rest = left === null ? "" : `, ${formatSeconds(left)} left`;
        const far = share >= 1 ? "finishing" : `${Math.floor(share * 100)} %${rest}`;
        const line = `${bar} ${far} · ${label()}`;
        write(`\r\u001b[2K${NO_WRAP}${line}${WRAP}`);
        drawnAt = time;
      };
    },
  };
}

/**
 * Describes the progress of several files: `2, 3 of 5: talk.mp3 31 %, song.wav 4 %`.
 * @param files `at` is 0-based, `share` is 0 to 1
 */
export function describeFiles(
  files: readonly { readonly at: number; readonly name: string; readonly share: number }[],
  total: number,
): string {
  if (total === 1) return files[0]!.name;
  const numbers = files.map(({ at }) => at + 1).join(", ");
  const each = files.map(
    ({ name, share }) => `${path.basename(name)} ${Math.floor(100 * share)} %`,
  );
  return `${numbers} of ${total}: ${each.join(", ")}`;
}
