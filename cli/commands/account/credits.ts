import type { CommandDeclaration } from "../../command-kit/command.ts";
import { ENVIRONMENT, SCREEN_OPTIONS } from "../../account/options.ts";

export default {
  name: "credits",
  description: "Show credits, plan and usage; claim the daily credits.",
  arguments: [["[claim]", "`claim` claims the daily credits"]],
  options: [...SCREEN_OPTIONS],
  examples: [
    ["toolkit credits", "on a terminal a screen with keys: ? shows them"],
    ["toolkit credits claim", "the daily credits"],
    ["toolkit credits --plain", "print and exit"],
    ["toolkit credits --json", "for programs"],
  ],
  notes: `INK_SCREEN_READER=true makes the screen one for screen readers.\n\n${ENVIRONMENT}`,
  load: async () => (await import("../../actions/account/credits.ts")).default,
} satisfies CommandDeclaration;
