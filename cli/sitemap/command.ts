import type { Context } from "../context.ts";
import type { AddCommand } from "../help.ts";
import { examples } from "../help.ts";
import type { ExitCode } from "../run.ts";

/** `toolkit sitemap …` */
export function addSitemap(
  context: Context,
  exit: (code: ExitCode) => void,
  command: AddCommand,
): void {
  const parent = command("sitemap", "Tell what a build changes for search engines.").addHelpText(
    "after",
    examples(["toolkit sitemap diff", "what publishing dist/ would change"]),
  );
  command("diff", "Compare the addresses that two builds list in their sitemaps.", parent)
    .argument("[old]", "a folder, a git revision or an address (default: the site's own)")
    .argument("[new]", "likewise (default: dist)")
    .option("--json", "print one object with all differences")
    .option("--markdown", "print a comment for a pull request")
    .option("--limit <n>", "how many addresses of a kind to show (default: 50)")
    .option("--ignore-origin", "compare paths: for a site that is being tried at another address")
    .addHelpText(
      "after",
      examples(
        ["toolkit sitemap diff", "the published site and dist/"],
        ["toolkit sitemap diff main", "a revision, built aside, and dist/"],
        ["toolkit sitemap diff v1.2 HEAD", "two revisions"],
        ["toolkit sitemap diff old/dist new/dist", "two folders"],
        ["toolkit sitemap diff https://example.com dist", "what is online and a folder"],
        ["toolkit sitemap diff main --markdown > comment.md", "for a pull request"],
      ) +
        "\nA revision whose name is also a folder's is written git:<name>. Building a revision runs its code.\n" +
        "Removed addresses are looked up in the new side's pages and redirects: moved, removed on\n" +
        "purpose (410), no longer listed, or removed without a redirect, which is an error.\n" +
        "\nExit code: 0 the same; 1 different; 2 an address is lost, or nothing could be compared.\n" +
        "Without a terminal each line is kind, locale, address and detail, separated by tabs. With\n" +
        "GITHUB_ACTIONS set, lost addresses are annotations, too. See docs/sitemap-diff.md.\n",
    )
    .action(async (old: string | undefined, now: string | undefined, options: object) => {
      const { default: run } = await import("../commands/sitemap.ts");
      exit(await run(context, { ...options, old, new: now }));
    });
}
