import type { CommandDeclaration } from "../command-kit/command.ts";

export default {
  name: "deploy",
  description: "Write the configuration of a host from the built site's own rules.",
  arguments: [["<host>", "nginx, caddy, cloudflare, cloudfront or netlify"]],
  options: [
    ["--site <folder>", "the built site", { default: "dist" }],
    ["--folder <path>", "where the host finds the built site (default: where it is now)"],
    ["--api <url>", "address of `toolkit serve` to forward requests to"],
    ["--out <folder>", "folder for the files (default: deploy/<host>)"],
    ["--stdout", "print the files instead"],
  ],
  examples: [
    ["toolkit deploy nginx --folder /srv/site/dist --api http://127.0.0.1:8787", "one machine"],
    ["toolkit deploy caddy --stdout", "a Caddyfile on standard output"],
    ["toolkit deploy cloudfront", "CloudFormation templates"],
  ],
  notes:
    "Headers come from _headers and redirects from _redirects, so write the files again after a build\n" +
    "that changes them. A language with a domain of its own gets a configuration of its own. Nothing is\n" +
    "uploaded. See docs/deploy.md.",
  load: async () => (await import("../actions/deploy.ts")).default,
} satisfies CommandDeclaration;
