import { type Problem, problem } from "#core/errors/errors.ts";
import type { JsonLocation } from "../../files/json-locations.ts";

export interface Fault {
  /** Below the built site. */
  readonly file: string;
  /** What is wrong, in words that are the same wherever the same is wrong. */
  readonly detail: string;
  readonly severity?: Problem["severity"];
  readonly fix?: string;
  /** Asked only for the first file with a fault. */
  readonly place?: () => JsonLocation;
}

/** Faults of the built site. One that many files have, as the menu's links, is told once. */
export interface FaultList {
  readonly add: (fault: Fault) => void;
  list(): Problem[];
}

/**
 * @param shown what the built site is called in findings: `dist`
 * @param concerns which files are asked about
 */
export function createFaults(shown: string, concerns: (file: string) => boolean): FaultList {
  const groups = new Map<
    string,
    { fault: Fault; place: JsonLocation | undefined; files: Set<string> }
  >();
  return {
    add(fault) {
      if (!concerns(fault.file)) return;
      const key = `${fault.severity ?? "error"} ${fault.detail}`;
      const group = groups.get(key);
      if (group) group.files.add(fault.file);
      else groups.set(key, { fault, place: fault.place?.(), files: new Set([fault.file]) });
    },
    list: () =>
      Array.from(groups.values(), ({ fault, place, files }) => {
        const others = files.size - 1;
        const also =
          others === 0 ? "" : ` (and in ${others} more ${others === 1 ? "file" : "files"})`;
        return problem(
          "SITE_FAULT",
          { detail: `${fault.detail}${also}.`, ...(fault.fix && { fix: fault.fix }) },
          { file: `${shown}/${fault.file}`, ...place },
          fault.severity ?? "error",
        );
      }),
  };
}
