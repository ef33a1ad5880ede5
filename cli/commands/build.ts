import type { CommandDeclaration } from "../command-kit/command.ts";

export default {
  name: "build",
  description: "Build the site into dist/ and publish it in one step.",
  arguments: [
    ["[merge]", "`merge` combines shards"],
    ["[folders...]", "folders that `--shard` wrote"],
  ],
  options: [
    ["--out <link>", "the link to publish, which leads to the finished folder (default: dist)"],
    ["--clean", "ignore earlier builds, and build everything"],
    ["--verify", "verify every file of the site, even if nothing changed"],
    ["--development", "also build the page that shows the shared controls"],
    ["--shard <i/n>", "render the i-th of n parts, for `toolkit build merge`"],
    [
      "--no-sync",
      "do not wait for files to reach the disk, for machines that rebuild after a failure",
    ],
    ["--threads <n>", "number of threads"],
    ["--json", "print a report"],
  ],
  examples: [
    ["toolkit build", "what changed since the last build"],
    ["toolkit build --clean", "everything from scratch"],
    ["toolkit build --verify", "restore files that were lost"],
    ["toolkit build --json", "a report for CI on standard output"],
    ["toolkit build --shard 2/4", "a quarter of the pages, for one of four machines"],
    ["toolkit build merge shards/*", "merge the parts and publish them"],
  ],
  load: async () => (await import("../actions/build.ts")).default,
} satisfies CommandDeclaration;
