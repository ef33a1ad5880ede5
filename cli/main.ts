import { ToolkitError } from "#core/errors/errors.ts";
import { main } from "./run.ts";

// A reader that closes early, such as `head`, is not an error. Other output errors are reported at
// the end, unless a command has reported them.
process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  if (code === "EPIPE") return;
  process.once("exit", (exitCode) => {
    if (exitCode !== 0) return;
    const { message: text } = new ToolkitError("OUTPUT_UNWRITABLE", { file: "-", detail: message });
    process.stderr.write(`${text}\n`);
    process.exitCode = 1;
  });
});
process.exitCode = await main(process.argv.slice(2), process);

/** What may be left when a command has ended: timers of others, and open output. */
const IDLE = /^(?:Timeout|Immediate|TTYWrap|PipeWrap)$/;
// A timer of the site's code, such as of its configuration, would keep the process alive.
setInterval(() => {
  const isWritten = process.stdout.writableLength + process.stderr.writableLength === 0;
  if (isWritten && process.getActiveResourcesInfo().every((kind) => IDLE.test(kind)))
    process.exit();
}, 200).unref();
