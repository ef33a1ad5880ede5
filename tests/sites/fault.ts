import fs from "node:fs";

const WRITES = ["writeFileSync", "mkdirSync", "copyFileSync", "symlinkSync", "linkSync"] as const;
const OPENS = ["readFileSync", "writeFileSync", "readdirSync", "copyFileSync"] as const;
const CALLS = [
  ...WRITES,
  ...(["readFileSync", "readdirSync", "renameSync", "rmSync", "rmdirSync"] as const),
  ...(["statSync", "lstatSync", "realpathSync", "readlinkSync"] as const),
] as const;

export interface Fault {
  readonly code: "ENOSPC" | "EACCES" | "EMFILE" | "EIO";
  /** Number of the call that fails, from 1; 0 lets all pass. */
  readonly at: number;
  /** Folders in which calls count. */
  readonly folders: readonly string[];
}

/** Which call fails with which error, and whether it keeps failing. */
const CONCERNED: Readonly<Record<Fault["code"], readonly string[]>> = {
  ENOSPC: WRITES,
  EMFILE: OPENS,
  EACCES: CALLS,
  EIO: CALLS,
};
const LASTING = new Set(["ENOSPC", "EMFILE"]);

/**
 * Makes one file operation of an action fail, as the system would.
 * @returns the number of operations that could have failed
 */
export async function withFault(
  { code, at, folders }: Fault,
  action: () => Promise<void>,
): Promise<number> {
  let count = 0;
  const originals = Object.fromEntries(CONCERNED[code].map((name) => [name, fs[name as "rmSync"]]));
  for (const [name, original] of Object.entries(originals))
    Object.assign(fs, {
      [name]: (...args: [string]): unknown => {
        const file = String(args[0]);
        if (folders.some((folder) => file.startsWith(folder))) {
          count++;
          if (count === at || (LASTING.has(code) && at > 0 && count > at))
            throw Object.assign(new Error(`${code}: made to fail, ${name} '${file}'`), {
              code,
              path: file,
              syscall: name.replace("Sync", ""),
            });
        }
        return original(...args);
      },
    });
  try {
    await action();
  } finally {
    Object.assign(fs, originals);
  }
  return count;
}
