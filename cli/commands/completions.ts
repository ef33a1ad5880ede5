import type { CommandDeclaration } from "../command-kit/command.ts";

export default {
  name: "completions",
  description: "Print a script that completes commands in a shell.",
  arguments: [["<shell>", "bash, zsh, fish or powershell"]],
  examples: [
    ['eval "$(toolkit completions bash)"', "in ~/.bashrc"],
    ['eval "$(toolkit completions zsh)"', "in ~/.zshrc"],
    ["toolkit completions fish | source", "in ~/.config/fish/config.fish"],
    ["toolkit completions powershell | Out-String | Invoke-Expression", "in $PROFILE"],
  ],
  load: async () => (await import("../actions/completions.ts")).default,
} satisfies CommandDeclaration;
