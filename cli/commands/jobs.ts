import type { CommandDeclaration } from "../command-kit/command.ts";

const API = ["--api <url>", "address of the API (default: TOOLKIT_API, or the site's)"] as const;
const JSON_OPTION = ["--json", "print one object"] as const;
const NOTES =
  "Environment: TOOLKIT_OPERATOR_TOKEN (the server's OPERATOR_TOKEN; a server without one answers\n" +
  "its own machine only), TOOLKIT_API, HTTPS_PROXY, NO_PROXY.\n" +
  "Accounts are pseudonyms, the same ones as in the server's log.\n" +
  "Exit code: 0, 1 when the API refuses or fails, 2 for wrong usage, 130 when interrupted.";

export default {
  name: "jobs",
  description:
    "Show the jobs on the site's machines and their workers; cancel, start again, drain.",
  options: [
    API,
    ["--state <state>", "queued, running, done, failed or canceled"],
    ["--pool <name>", "jobs of one pool"],
    ["--tool <slug>", "jobs of one tool"],
    ["--all", "all rows instead of the newest 100"],
    JSON_OPTION,
    ["--plain", "print, even on a terminal"],
    ["--no-input", "do not prompt; print"],
    ["--no-color", "no colors, as with NO_COLOR"],
  ],
  examples: [
    ["toolkit jobs", "on a terminal a live screen with keys: ? shows them"],
    ["toolkit jobs --state failed", "the newest failed jobs, with their faults"],
    ["toolkit jobs --all --json", "for programs"],
    ["toolkit jobs queue", "how many wait and run"],
    ["toolkit jobs redrive", "start those again that failed because of machines"],
  ],
  notes: NOTES,
  commands: [
    {
      name: "queue",
      description: "Numbers of jobs by pool and state, and the age of the oldest.",
      options: [API, JSON_OPTION],
      examples: [["toolkit jobs queue", "what waits, and for how long"]],
      notes: NOTES,
      load: async () => (await import("../actions/jobs.ts")).showQueue,
    },
    {
      name: "cancel",
      description: "Cancel jobs, which refunds them.",
      arguments: [["<ids...>", "ids of jobs"]],
      options: [API, JSON_OPTION],
      examples: [["toolkit jobs cancel 0193…", "jobs that have ended stay as they are"]],
      notes: NOTES,
      load: async () => (await import("../actions/jobs.ts")).cancel,
    },
    {
      name: "workers",
      description: "Workers with their pools, states and numbers of running jobs.",
      options: [API, JSON_OPTION],
      examples: [["toolkit jobs workers", "what runs the jobs"]],
      notes: NOTES,
      load: async () => (await import("../actions/jobs.ts")).showWorkers,
    },
    {
      name: "drain",
      description: "Have workers finish their jobs, take no more, and exit.",
      arguments: [["<ids...>", "ids of workers"]],
      options: [API, JSON_OPTION],
      examples: [["toolkit jobs drain 0193…", "before its machine is updated"]],
      notes: `${NOTES}\nA supervisor that always restarts its programs then starts a new worker.`,
      load: async () => (await import("../actions/jobs.ts")).drain,
    },
    {
      name: "redrive",
      description: "Start jobs again that failed too often because of machines, free of charge.",
      arguments: [["[id]", "id of a job; all such jobs without it"]],
      options: [API, ["--tool <slug>", "jobs of one tool"], JSON_OPTION],
      examples: [
        ["toolkit jobs redrive", "all of them"],
        ["toolkit jobs redrive --tool reverb-remover", "those of one tool"],
      ],
      notes: NOTES,
      load: async () => (await import("../actions/jobs.ts")).redrive,
    },
  ],
  load: async () => (await import("../actions/jobs.ts")).default,
} satisfies CommandDeclaration;
