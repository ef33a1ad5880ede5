import type { Context } from "../context.ts";
import type { AddCommand } from "../help.ts";
import { examples } from "../help.ts";
import type { ExitCode } from "../run.ts";

/** `toolkit models …` */
export function addModels(
  context: Context,
  exit: (code: ExitCode) => void,
  command: AddCommand,
): void {
  const parent = command("models", "Neural nets that tools work with.").addHelpText(
    "after",
    examples(
      ["toolkit models list", "which there are, with size and licence"],
      ["toolkit models pull --out public/models", "brings them for your own host"],
    ),
  );
  command("list", "Show the nets of models/registry.json.", parent)
    .option("--json", "print one object with all that is known of them")
    .addHelpText("after", examples(["toolkit models list", "one line a file"]))
    .action(async (options: object) => {
      const { listModels } = await import("../commands/models.ts");
      exit(await listModels(context, options));
    });
  command("pull", "Bring nets for self-hosting, and check them.", parent)
    .argument("[ids...]", "which (default: all that do not ship with the program)")
    .option("-o, --out <folder>", "where to put them", "models")
    .option("--json", "print one object with what was done")
    .addHelpText(
      "after",
      examples(
        ["toolkit models pull --out public/models", "all; then set models.baseUrl to /models"],
        ["toolkit models pull htdemucs", "one, into models/"],
      ) +
        "\nThey come from models.baseUrl where it is an address, else from where they are published.\nA download that was interrupted goes on where it ended. A file whose checksum is wrong, or\nwhich has none in the registry, is refused.\n",
    )
    .action(async (ids: string[], options: object) => {
      const { pullModels } = await import("../commands/models.ts");
      exit(await pullModels(context, { ...options, ids }));
    });
}
