import type { Problem } from "#core/errors/errors.ts";
import { locateFindings } from "../check/locate-findings.ts";

/** Delay in ms after a change, in which browsers request pages again. */
const LEISURE = 300;

interface ReportOptions {
  readonly root: string;
  readonly errors: () => readonly Problem[];
  /** Whether all content has been read, or cannot be. */
  readonly isReady: () => boolean;
  readonly onProblems: (problems: readonly Problem[]) => void;
}

/** Prints the site's errors in the terminal when they change. */
export function createReports({ root, errors, isReady, onProblems }: ReportOptions) {
  let lastReport = "";
  let reporting: NodeJS.Timeout | undefined;

  function report(): void {
    const found = errors();
    const now = JSON.stringify(found);
    if (now !== lastReport) onProblems(locateFindings(root, found));
    lastReport = now;
  }
  return {
    report,
    /** Reports after pending page requests have been answered. */
    soon(): void {
      clearTimeout(reporting);
      if (isReady()) reporting = setTimeout(report, LEISURE).unref();
    },
    stop: (): void => clearTimeout(reporting),
  };
}
