// Opens files until the system gives no more, when the program first does what EXHAUST_AT names.
import fs from "node:fs";
import { isMainThread } from "node:worker_threads";

const [name, part = ""] = process.env["EXHAUST_AT"]!.split(":") as ["linkSync", string?];
const original = fs[name] as (...args: unknown[]) => unknown;
let done = !isMainThread || process.send !== undefined;
Object.assign(fs, {
  [name]: (...args: unknown[]): unknown => {
    const result = original(...args);
    if (!done && String(args[0]).includes(part)) {
      done = true;
      try {
        for (;;) fs.openSync("/dev/null", "r");
      } catch {
        // No more.
      }
    }
    return result;
  },
});
