// Ends the process, as a power cut or `kill -9` would, at the n-th change that it makes to the disk:
// before it, and in the middle of it where a file is written. At the end it tells their number.
import fs from "node:fs";
import { isMainThread } from "node:worker_threads";

const CHANGES = [
  ...(["writeFileSync", "renameSync", "linkSync", "symlinkSync", "mkdirSync"] as const),
  ...(["rmSync", "rmdirSync", "copyFileSync"] as const),
] as const;

const SIGNAL = process.env["KILL_SIGNAL"] ?? "SIGKILL";
let count = 0;
if (isMainThread && !process.send) {
  process.on("exit", () => fs.writeSync(2, `changes: ${count}\n`));
  for (const name of CHANGES) {
    const original = fs[name] as (...args: unknown[]) => unknown;
    Object.assign(fs, {
      [name]: (...args: unknown[]): unknown => {
        if (++count === Number(process.env["KILL_AT"])) {
          const data = args[1];
          if (
            SIGNAL === "SIGKILL" &&
            name === "writeFileSync" &&
            (typeof data === "string" || data instanceof Uint8Array)
          )
            original(args[0], data.slice(0, data.length / 2));
          process.kill(process.pid, SIGNAL);
        }
        return original(...args);
      },
    });
  }
}
