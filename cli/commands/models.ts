import type { CommandDeclaration } from "../command-kit/command.ts";

export default {
  name: "models",
  description: "Manage the neural networks that tools use.",
  examples: [
    ["toolkit models list", "all models, with size and license"],
    ["toolkit models pull --out public/models", "download them for your own host"],
  ],
  commands: [
    {
      name: "list",
      description: "List the models of models/registry.json.",
      options: [["--json", "print one object with all details"]],
      examples: [["toolkit models list", "one line per file"]],
      load: async () => (await import("../actions/models.ts")).listModels,
    },
    {
      name: "pull",
      description: "Download models for self-hosting, and verify them.",
      arguments: [
        ["[ids...]", "models to download (default: all that do not ship with the program)"],
      ],
      options: [
        ["-o, --out <folder>", "target folder", { default: "models" }],
        ["--json", "print one object with the results"],
      ],
      examples: [
        ["toolkit models pull --out public/models", "all; then set models.baseUrl to /models"],
        ["toolkit models pull htdemucs", "one, into models/"],
      ],
      notes:
        "They come from models.baseUrl where it is an address, else from where they are published.\nAn interrupted download resumes. A file with a wrong checksum, or with\nnone in the registry, is refused.",
      load: async () => (await import("../actions/models.ts")).pullModels,
    },
  ],
} satisfies CommandDeclaration;
