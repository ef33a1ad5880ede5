import type { CommandDeclaration } from "../command-kit/command.ts";

export default {
  name: "serve",
  description: "Serve the API only, for a site on a static host.",
  options: [
    ["--port <port>", "port to listen on (default: PORT, or 8787)"],
    ["--host <address>", "address to listen on (default: HOST, or 127.0.0.1)"],
  ],
  examples: [
    ["toolkit serve", "http://127.0.0.1:8787, on the embedded database"],
    ["DATABASE_URL=postgres://… SECRET_KEY=… toolkit serve", "on PostgreSQL"],
  ],
  notes: "All settings come from the environment: see docs/server.md.",
  load: async () => (await import("../actions/serve.ts")).default,
} satisfies CommandDeclaration;
