import type { Problem } from "#core/errors/errors.ts";
import { placeFindings } from "../check/place.ts";

/** Milliseconds after a change in which pages are asked for again. */
const LEISURE = 300;

interface ReportOptions {
  readonly root: string;
  readonly errors: () => readonly Problem[];
  /** Whether all of them are known, or none can be. */
  readonly isReady: () => boolean;
  readonly onProblems: (problems: readonly Problem[]) => void;
}

/** Tells the terminal of the site's errors whenever they are others than before. */
export function createReports({ root, errors, isReady, onProblems }: ReportOptions) {
  let lastReport = "";
  let reporting: NodeJS.Timeout | undefined;

  function report(): void {
    const found = errors();
    const now = JSON.stringify(found);
    if (now !== lastReport) onProblems(placeFindings(root, found));
    lastReport = now;
  }
  return {
    report,
    /** Once those who wait for pages have them. */
    soon(): void {
      clearTimeout(reporting);
      if (isReady()) reporting = setTimeout(report, LEISURE).unref();
    },
    stop: (): void => clearTimeout(reporting),
  };
}
