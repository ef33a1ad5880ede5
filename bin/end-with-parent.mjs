// Plain JavaScript that any Node can read.

/**
 * Ends as on a signal once the parent is gone, where npm has started this: its shell dies of a signal and
 * hands none on.
 */
export function endWithParent() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parent = process.ppid;
  const look = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(look);
    process.kill(process.pid, "SIGTERM");
  }, 200);
  look.unref();
}
