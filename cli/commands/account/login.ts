import type { CommandDeclaration } from "../../command-kit/command.ts";
import { ACCOUNT_OPTIONS, ENVIRONMENT } from "../../account/options.ts";

export default {
  name: "login",
  description: "Log in to an account of a site's API.",
  options: [
    ...ACCOUNT_OPTIONS,
    ["--email <address>", "address of the account"],
    ["--password-stdin", "read the password from standard input"],
    ["--register", "create an account; a code is sent to the address"],
    ["--reset", "set a new password; a code is sent to the address"],
    ["--code <digits>", "the code that was sent"],
    [
      "--second-code <code>",
      "code of the authenticator, or a recovery code, for accounts with two-factor authentication",
    ],
    ["--no-input", "do not prompt, even on a terminal"],
  ],
  examples: [
    ["toolkit login", "asks for address and password"],
    ["toolkit login --api http://127.0.0.1:4173", "at `toolkit preview`"],
    ["toolkit login --email a@b.org --password-stdin < file", "without prompts"],
    ["toolkit login --reset", "if you forgot the password"],
    ["toolkit login --profile work", "one of several accounts"],
  ],
  notes: `The token is kept in $XDG_CONFIG_HOME/toolkit (~/.config/toolkit), for your user alone.\n\n${ENVIRONMENT}`,
  load: async () => {
    const { default: login } = await import("../../actions/account/login.ts");
    return (context, input) => login(context, input);
  },
} satisfies CommandDeclaration;
