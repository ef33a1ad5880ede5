import { type Problem, problem } from "#core/errors/errors.ts";
import type { JsonLocation } from "../../files/json-locations.ts";

export interface Fault {
  /** Path below the built site. */
  readonly file: string;
  /** Message that is equal for equal problems. */
  readonly detail: string;
  readonly severity?: Problem["severity"];
  readonly fix?: string;
  /** Called only for the first file with the problem. */
  readonly locate?: () => JsonLocation;
}

/**
 * Collects problems of the built site. A problem of many files, such as a broken menu link, is
 * reported once.
 */
export interface FaultList {
  readonly add: (fault: Fault) => void;
  list(): Problem[];
}

/**
 * @param shown name of the built site in findings: `dist`
 * @param concerns selects the files to report
 */
export function createFaults(shown: string, concerns: (file: string) => boolean): FaultList {
  const groups = new Map<
    string,
    { fault: Fault; location: JsonLocation | undefined; files: Set<string> }
  >();
  return {
    add(fault) {
      if (!concerns(fault.file)) return;
      const key = `${fault.severity ?? "error"} ${fault.detail}`;
      const group = groups.get(key);
      if (group) group.files.add(fault.file);
      else groups.set(key, { fault, location: fault.locate?.(), files: new Set([fault.file]) });
    },
    list: () =>
      Array.from(groups.values(), ({ fault, location, files }) => {
        const others = files.size - 1;
        const also =
          others === 0 ? "" : ` (and in ${others} more ${others === 1 ? "file" : "files"})`;
        return problem(
          "SITE_FAULT",
          { detail: `${fault.detail}${also}.`, ...(fault.fix && { fix: fault.fix }) },
          { file: `${shown}/${fault.file}`, ...location },
          fault.severity ?? "error",
        );
      }),
  };
}
