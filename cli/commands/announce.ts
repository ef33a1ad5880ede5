import type { CommandDeclaration } from "../command-kit/command.ts";

const OPTIONS = [
  ["--effective <day>", "the day on which the change takes effect, such as 2027-03-01"],
  ["--dry-run", "count the accounts, and notify none"],
  ["--json", "print one object"],
] as const;
const NOTES =
  "Run it with the settings of `toolkit serve`: it writes to the server's database, and the server\n" +
  "sends the emails, at most 100 a minute, whatever the accounts' notification settings are. Each\n" +
  "account gets one, also when servers stop in between. The same command again shows the progress.\n" +
  "Exit code: 0, 1 when the database fails, 2 for wrong usage.";
const announceAction = async () => (await import("../actions/operator/announce.ts")).default;

export default {
  name: "announce",
  description: "Notify accounts by email of changed prices, terms or privacy policy.",
  examples: [
    ["toolkit announce terms --effective 2027-03-01 --dry-run", "how many accounts it concerns"],
    ["toolkit announce prices --effective 2027-03-01", "the prices of toolkit.config.ts"],
  ],
  commands: [
    {
      name: "prices",
      description: "Renew running plans at the prices of toolkit.config.ts, and tell their owners.",
      options: OPTIONS,
      examples: [["toolkit announce prices --effective 2027-03-01", "for all changed plans"]],
      notes:
        "It concerns accounts whose plan renews at another price. The new price applies from the first\n" +
        "renewal on or after the day, at least 30 days after the account's email; plans that were canceled,\n" +
        `and those with an announced price that does not apply yet, keep theirs.\n${NOTES}`,
      load: announceAction,
    },
    {
      name: "terms",
      description: "Tell all accounts that the terms change; publish the new ones first.",
      options: OPTIONS,
      examples: [["toolkit announce terms --effective 2027-03-01", "links to the terms"]],
      notes: NOTES,
      load: announceAction,
    },
    {
      name: "privacy",
      description: "Tell all accounts that the privacy policy changes; publish the new one first.",
      options: OPTIONS,
      examples: [["toolkit announce privacy --effective 2027-03-01", "links to the policy"]],
      notes: NOTES,
      load: announceAction,
    },
  ],
} satisfies CommandDeclaration;
