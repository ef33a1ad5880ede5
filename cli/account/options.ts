import type { OptionDeclaration } from "../command-kit/command.ts";

/** Options of all commands that call the API. */
export const ACCOUNT_OPTIONS: readonly OptionDeclaration[] = [
  ["--api <url>", "address of the API (default: the profile's, or the site's)"],
  ["--profile <name>", "profile to use (default: TOOLKIT_PROFILE, or default)"],
  ["--json", "print one object"],
];

/** Options of commands that also have a full-screen view. */
export const SCREEN_OPTIONS: readonly OptionDeclaration[] = [
  ...ACCOUNT_OPTIONS,
  ["--plain", "print, even on a terminal"],
  ["--no-input", "do not prompt; print"],
  ["--no-color", "no colors, as with NO_COLOR"],
];

export const ENVIRONMENT =
  "Environment: TOOLKIT_TOKEN (a token, for CI), TOOLKIT_API, TOOLKIT_PROFILE, HTTPS_PROXY, NO_PROXY.\nExit code: 0, 1 when the API refuses or fails, 2 for wrong usage, 4 for not logged in, 130 when interrupted.";
