import type { CommandDeclaration } from "../../command-kit/command.ts";
import { ACCOUNT_OPTIONS, ENVIRONMENT } from "../../account/options.ts";

export default {
  name: "sessions",
  description: "Show where the account is logged in, and log out there.",
  options: [...ACCOUNT_OPTIONS],
  examples: [
    ["toolkit sessions", "program, last use, id of each"],
    ["toolkit sessions end 3f9a…", "one of them"],
    ["toolkit sessions end --others", "all but this one"],
  ],
  notes: ENVIRONMENT,
  load: async () => (await import("../../actions/account/sessions.ts")).listSessions,
  commands: [
    {
      name: "end",
      description: "Log out elsewhere.",
      arguments: [["[id]", "session to end; the beginning of its id is enough"]],
      options: [...ACCOUNT_OPTIONS, ["--others", "all sessions but this one"]],
      examples: [
        ["toolkit sessions end --others", "log out on all other devices"],
        ["toolkit sessions end 3f9a…", "one of them"],
      ],
      notes: ENVIRONMENT,
      load: async () => (await import("../../actions/account/sessions.ts")).endSession,
    },
  ],
} satisfies CommandDeclaration;
