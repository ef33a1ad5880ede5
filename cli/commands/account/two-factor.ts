import type { CommandDeclaration, OptionDeclaration } from "../../command-kit/command.ts";
import { ACCOUNT_OPTIONS, ENVIRONMENT } from "../../account/options.ts";

const INPUT: readonly OptionDeclaration[] = [
  ...ACCOUNT_OPTIONS,
  ["--password-stdin", "read the password from standard input"],
  ["--second-code <code>", "code of the authenticator, or a recovery code"],
  ["--no-input", "do not prompt, even on a terminal"],
];

export default {
  name: "two-factor",
  description: "Show, turn on or turn off two-factor authentication.",
  options: [...ACCOUNT_OPTIONS],
  examples: [
    ["toolkit two-factor", "whether it is on, and how many recovery codes are left"],
    ["toolkit two-factor on", "shows a key for an authenticator app, asks for its code"],
    ["toolkit two-factor off", "asks for password and code"],
  ],
  notes: ENVIRONMENT,
  load: async () => (await import("../../actions/account/two-factor.ts")).showTwoFactor,
  commands: [
    {
      name: "on",
      description: "Turn it on: a key for an authenticator app, then recovery codes.",
      options: INPUT,
      examples: [
        ["toolkit two-factor on", "asks for the password, then for the first code"],
        ["toolkit two-factor on --password-stdin --json < file", "print the key and exit"],
        ["toolkit two-factor on --second-code 123456", "confirm the key that was printed"],
      ],
      notes: ENVIRONMENT,
      load: async () => {
        const { turnOn } = await import("../../actions/account/two-factor.ts");
        return (context, input) => turnOn(context, input);
      },
    },
    {
      name: "off",
      description: "Turn it off.",
      options: INPUT,
      examples: [["toolkit two-factor off", "asks for password and code"]],
      notes: ENVIRONMENT,
      load: async () => {
        const { turnOff } = await import("../../actions/account/two-factor.ts");
        return (context, input) => turnOff(context, input);
      },
    },
    {
      name: "recovery-codes",
      description: "Replace the recovery codes.",
      options: INPUT,
      examples: [["toolkit two-factor recovery-codes > codes.txt", "ten new ones, a line each"]],
      notes: ENVIRONMENT,
      load: async () => {
        const { renewCodes } = await import("../../actions/account/two-factor.ts");
        return (context, input) => renewCodes(context, input);
      },
    },
  ],
} satisfies CommandDeclaration;
