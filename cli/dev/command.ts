import type { Context } from "../context.ts";
import type { AddCommand } from "../help.ts";
import { examples } from "../help.ts";
import type { ExitCode } from "../run.ts";

/** What people use while they write and when something does not work: `dev`, `doctor`, `completions`. */
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

  command("doctor", "See whether this machine and this site have what is needed.")
    .option("--json", "print one object with all findings")
    .addHelpText(
      "after",
      examples(
        ["toolkit doctor", "a line for each thing: ok, warn or bad, and what to do"],
        ["toolkit doctor --json", "one object on standard output"],
      ) + "\nExit code: 0 unless something is bad, else 1.\n",
    )
    .action(async (options: object) => {
      const { default: run } = await import("../commands/doctor.ts");
      exit(await run(context, options));
    });

  command("completions", "Print a script that completes commands in a shell.")
    .argument("<shell>", "bash, zsh, fish or powershell")
    .addHelpText(
      "after",
      examples(
        ['eval "$(toolkit completions bash)"', "in ~/.bashrc"],
        ['eval "$(toolkit completions zsh)"', "in ~/.zshrc"],
        ["toolkit completions fish | source", "in ~/.config/fish/config.fish"],
        ["toolkit completions powershell | Out-String | Invoke-Expression", "in $PROFILE"],
      ),
    )
    .action(async (shell: string) => {
      const { default: run } = await import("../commands/completions.ts");
      exit(await run(context, { shell }));
    });
}
