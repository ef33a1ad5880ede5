import type { CommandDeclaration } from "../../command-kit/command.ts";
import { ENVIRONMENT } from "../../account/options.ts";

export default {
  name: "logout",
  description: "Revoke the token of a profile and delete it.",
  options: [
    ["--profile <name>", "profile to log out of (default: TOOLKIT_PROFILE, or default)"],
    ["--all", "all profiles"],
    ["--json", "print one list"],
  ],
  examples: [
    ["toolkit logout", "this profile"],
    ["toolkit logout --all", "all of them"],
  ],
  notes: ENVIRONMENT,
  load: async () => (await import("../../actions/account/logout.ts")).default,
} satisfies CommandDeclaration;
