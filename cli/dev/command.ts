import type { Context } from "../context.ts";
import type { AddCommand } from "../help.ts";
import { examples } from "../help.ts";
import type { ExitCode } from "../run.ts";

/** `toolkit dev`. */
export function addDev(
  context: Context,
  exit: (code: ExitCode) => void,
  command: AddCommand,
): void {
  command("dev", "Serve the site while it is written: changes show at once.")
    .option("--port <port>", "port to listen on (default: 4173, or the next free one)")
    .option("--host <address>", "address to listen on", "127.0.0.1")
    .option("--open", "show it in the browser")
    .option("--no-api", "the site alone, without accounts")
    .addHelpText(
      "after",
      examples(
        ["toolkit dev", "http://127.0.0.1:4173"],
        ["toolkit dev --open", "and the browser opens"],
        ["toolkit dev --host 0.0.0.0", "for other devices on the network"],
      ),
    )
    .action(async (options: object) => {
      const { default: run } = await import("../commands/dev.ts");
      exit(await run(context, options));
    });
}
