import { setTimeout as wait } from "node:timers/promises";
import type { ApiErrorKey } from "#core/api/contract/errors.ts";

/** Something that goes wrong with the next requests. */
export interface Fault {
  /** The end of the path; all paths when it is missing. */
  readonly path?: string;
  /** How many requests; 1 when it is missing. */
  readonly times?: number;
  /** Milliseconds before anything is done. */
  readonly delay?: number;
  /** Cuts the connection: before anything is done, or instead of the answer. */
  readonly drop?: "before" | "after";
  /** Refuses in the way of the contract. */
  readonly key?: ApiErrorKey;
  /** Answers with this status and body instead, as a proxy would. */
  readonly status?: number;
  readonly body?: string;
  /** Of what `key` or `status` answers. */
  readonly headers?: Readonly<Record<string, string>>;
}

export async function sitOut(fault: Fault | null): Promise<void> {
  if (fault?.delay !== undefined) await wait(fault.delay, undefined, { ref: false });
}

export type Faults = ReturnType<typeof createFaults>;

export function createFaults() {
  let faults: { readonly fault: Fault; left: number }[] = [];
  return {
    add(fault: Fault): void {
      faults.push({ fault, left: fault.times ?? 1 });
    },
    clear(): void {
      faults = [];
    },
    /** What goes wrong with a request; null: nothing. */
    meet(path: string): Fault | null {
      const found = faults.find(({ fault }) => path.endsWith(fault.path ?? ""));
      if (!found) return null;
      found.left -= 1;
      if (found.left <= 0) faults = faults.filter((other) => other !== found);
      return found.fault;
    },
  };
}
