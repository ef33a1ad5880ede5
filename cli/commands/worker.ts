import type { CommandDeclaration } from "../command-kit/command.ts";

export default {
  name: "worker",
  description: "Run visitors' jobs on this machine, until interrupted.",
  options: [
    ["--jobs <n>", "jobs that run at the same time", { default: "1" }],
    ["--memory <MB>", "memory that a job may use", { default: "2000" }],
    ["--minutes <n>", "time that a job may take", { default: "60" }],
    ["--drain <seconds>", "time that running jobs have to end after SIGTERM", { default: "60" }],
    ["--pool <name>", "kind of jobs to take", { default: "cpu" }],
    ["--metrics <port>", "serve this worker's metrics of inference servers for Prometheus"],
  ],
  examples: [
    ["DATABASE_URL=postgres://… SECRET_KEY=… toolkit worker --jobs 4", "beside `toolkit serve`"],
    ["toolkit worker --memory 4000 --minutes 120", "for long recordings"],
  ],
  notes:
    "Settings are those of `toolkit serve`, and come from the environment: see docs/server.md#jobs.\n" +
    "Each job runs in a process of its own, without the environment and without access to other files.\n" +
    "SIGTERM: takes no more jobs, and returns those to the queue that do not end in time.\n" +
    "`toolkit jobs drain`: takes no more jobs, and exits with 0 once the running ones have ended.",
  load: async () => (await import("../actions/worker.ts")).default,
} satisfies CommandDeclaration;
