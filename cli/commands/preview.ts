import type { CommandDeclaration } from "../command-kit/command.ts";

export default {
  name: "preview",
  description: "Serve the built site as a static host does, together with the API.",
  options: [
    ["--port <port>", "port to listen on (default: 4173, or the next free one)"],
    ["--host <address>", "address to listen on", { default: "127.0.0.1" }],
    ["--out <link>", "the built site", { default: "dist" }],
    ["--no-api", "the site only, without the API"],
  ],
  examples: [
    ["toolkit preview", "http://localhost:4173"],
    ["toolkit preview --port 8080", "on another port"],
    ["toolkit preview --host 0.0.0.0", "for other devices on the network"],
  ],
  load: async () => (await import("../actions/preview.ts")).default,
} satisfies CommandDeclaration;
