import type { CommandDeclaration } from "../command-kit/command.ts";

export default {
  name: "doctor",
  description: "Check this machine and this site for missing requirements.",
  options: [["--json", "print one object with all findings"]],
  examples: [
    ["toolkit doctor", "a line for each thing: ok, warn or bad, and what to do"],
    ["toolkit doctor --json", "one object on standard output"],
  ],
  notes: "Exit code: 0 unless something is bad, else 1.",
  load: async () => (await import("../actions/doctor.ts")).default,
} satisfies CommandDeclaration;
