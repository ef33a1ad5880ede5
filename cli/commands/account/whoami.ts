import type { CommandDeclaration } from "../../command-kit/command.ts";
import { ACCOUNT_OPTIONS, ENVIRONMENT } from "../../account/options.ts";

export default {
  name: "whoami",
  description: "Show who is logged in, and where.",
  options: [...ACCOUNT_OPTIONS, ["--all", "all stored profiles, without calling the API"]],
  examples: [
    ["toolkit whoami", "account, API, plan"],
    ["toolkit whoami --all", "the profiles"],
    ["toolkit whoami --json", "for programs; the token is never printed"],
  ],
  notes: ENVIRONMENT,
  load: async () => (await import("../../actions/account/whoami.ts")).default,
} satisfies CommandDeclaration;
