import type { CommandDeclaration } from "../command-kit/command.ts";

export default {
  name: "ledger",
  description: "Check the credits of all accounts, in the server's database.",
  examples: [["toolkit ledger audit", "exit code 1 where anything is wrong"]],
  commands: [
    {
      name: "audit",
      description: "Look for faults: entries that do not balance, credits without a source.",
      options: [["--json", "print one object with all faults"]],
      examples: [
        ["toolkit ledger audit", "the embedded database of this site"],
        [
          "DATABASE_URL=postgres://… SECRET_KEY=… PUBLIC_URL=https://… toolkit ledger audit",
          "PostgreSQL",
        ],
      ],
      notes: "It only reads, also while the server runs. Settings are those of `toolkit serve`.",
      load: async () => (await import("../actions/operator/ledger.ts")).auditCredits,
    },
  ],
} satisfies CommandDeclaration;
