import { formatSeconds } from "../build/progress.ts";

const WIDTH = 24;

/** A line on a terminal that shows how far a file is, drawn at most 12 times a second. */
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
    /** @param label what is worked on */
    begin(label: string) {
      const startedAt = now();
      return (share: number): void => {
        const time = now();
        if (!interactive || time - drawnAt < 80) return;
        const filled = Math.round(share * WIDTH);
        const elapsed = (time - startedAt) / 1000;
        const left = share > 0.01 && elapsed > 1 ? (elapsed / share) * (1 - share) : undefined;
        const bar = "█".repeat(filled) + "░".repeat(WIDTH - filled);
        const rest = left === undefined ? "" : `, ${formatSeconds(left)} left`;
        write(`\r\u001b[2K${bar} ${Math.floor(share * 100)} % ${label}${rest}`);
        drawnAt = time;
      };
    },
  };
}
