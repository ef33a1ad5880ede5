import type { CommandDeclaration } from "../../command-kit/command.ts";
import { ACCOUNT_OPTIONS, ENVIRONMENT } from "../../account/options.ts";

export default {
  name: "password",
  description: "Change the password; all other sessions end.",
  options: [
    ...ACCOUNT_OPTIONS,
    ["--password-stdin", "read the current and the new password, a line each, from standard input"],
    [
      "--second-code <code>",
      "code of the authenticator, or a recovery code, for accounts with two-factor authentication",
    ],
    ["--no-input", "do not prompt, even on a terminal"],
  ],
  examples: [
    ["toolkit password", "asks for the current one and, twice, for the new one"],
    ["toolkit password --password-stdin < file", "without prompts"],
    ["toolkit login --reset", "if you forgot it"],
  ],
  notes: ENVIRONMENT,
  load: async () => {
    const { default: password } = await import("../../actions/account/password.ts");
    return (context, input) => password(context, input);
  },
} satisfies CommandDeclaration;
