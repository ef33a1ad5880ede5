import type { CommandDeclaration } from "../command-kit/command.ts";

export default {
  name: "sitemap",
  description: "Show what a build changes for search engines.",
  examples: [["toolkit sitemap diff", "what publishing dist/ would change"]],
  commands: [
    {
      name: "diff",
      description: "Compare the addresses that two builds list in their sitemaps.",
      arguments: [
        ["[old]", "a folder, a git revision or an address (default: the site's own)"],
        ["[new]", "the same (default: dist)"],
      ],
      options: [
        ["--json", "print one object with all differences"],
        ["--markdown", "print a comment for a pull request"],
        ["--limit <n>", "how many addresses of a kind to show (default: 50)"],
        ["--ignore-origin", "compare paths only, for a site that is tested at another address"],
      ],
      examples: [
        ["toolkit sitemap diff", "the published site and dist/"],
        ["toolkit sitemap diff main", "a revision, built aside, and dist/"],
        ["toolkit sitemap diff v1.2 HEAD", "two revisions"],
        ["toolkit sitemap diff old/dist new/dist", "two folders"],
        ["toolkit sitemap diff https://example.com dist", "what is online and a folder"],
        ["toolkit sitemap diff main --markdown > comment.md", "for a pull request"],
      ],
      notes:
        "A revision whose name is also a folder's is written git:<name>. Building a revision runs its code.\n" +
        "Removed addresses are looked up in the new side's pages and redirects: moved, removed on\n" +
        "purpose (410), no longer listed, or removed without a redirect, which is an error.\n\n" +
        "Exit code: 0 the same; 1 different; 2 an address is lost, or nothing could be compared.\n" +
        "Without a terminal each line is kind, locale, address and detail, separated by tabs. With\n" +
        "GITHUB_ACTIONS set, lost addresses are annotations, too. See docs/sitemap-diff.md.",
      load: async () => (await import("../actions/sitemap.ts")).default,
    },
  ],
} satisfies CommandDeclaration;
