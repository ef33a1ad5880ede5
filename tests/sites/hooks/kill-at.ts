// Ends the process, as a power cut or `kill -9` would, at the n-th change that it makes to the disk:
// before it, and in the middle of it where a file is written.
import fs from "node:fs";
import { isMainThread } from "node:worker_threads";

const CHANGES = [
  ...(["writeFileSync", "renameSync", "linkSync", "symlinkSync", "mkdirSync"] as const),
  ...(["rmSync", "rmdirSync", "copyFileSync"] as const),
] as const;

let left = Number(process.env["KILL_AT"]);
if (isMainThread && !process.send)
  for (const name of CHANGES) {
    const original = fs[name] as (...args: unknown[]) => unknown;
    Object.assign(fs, {
      [name]: (...args: unknown[]): unknown => {
        if (--left === 0) {
          const data = args[1];
          if (name === "writeFileSync" && (typeof data === "string" || data instanceof Uint8Array))
            original(args[0], data.slice(0, data.length / 2));
          process.kill(process.pid, "SIGKILL");
        }
        return original(...args);
      },
    });
  }
