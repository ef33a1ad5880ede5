import type { CommandDeclaration } from "../command-kit/command.ts";

export default {
  name: "dev",
  description: "Serve the site for development: changes show at once.",
  options: [
    ["--port <port>", "port to listen on (default: 4173, or the next free one)"],
    ["--host <address>", "address to listen on", { default: "127.0.0.1" }],
    ["--open", "show it in the browser"],
    ["--no-api", "the site alone, without accounts"],
  ],
  examples: [
    ["toolkit dev", "http://127.0.0.1:4173"],
    ["toolkit dev --open", "and open it in the browser"],
    ["toolkit dev --host 0.0.0.0", "for other devices on the network"],
  ],
  load: async () => (await import("../actions/dev.ts")).default,
} satisfies CommandDeclaration;
