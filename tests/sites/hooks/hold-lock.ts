// Acquires a lock if possible, prints the outcome, and releases the lock on request.
import { takeLock } from "#cli/build/publish/lock.ts";

const file = process.argv[2]!;
process.on("message", (message) => {
  if (message === "take")
    try {
      release = takeLock(file);
      process.send!("taken");
    } catch (error) {
      process.send!((error as { code?: string }).code);
    }
  else {
    release?.();
    release = undefined;
    process.send!("given back");
  }
});
let release: (() => void) | undefined;
process.send!("ready");
