// A process for tests that serves the API of a site with a tool of each price. Argument: folder of
// the site. Settings come from the environment, and the intervals of the sweep as JSON from
// SWEEP_TIMES; the log goes to standard error.
import fs from "node:fs";
import path from "node:path";
import { configSchema } from "#core/site/config.ts";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import type { LeadTimes } from "../background/lead.ts";
import { readSettings } from "../deps/settings.ts";
import { createLog } from "../deps/log.ts";
import { startServer } from "../serve.ts";

const [root = ""] = process.argv.slice(2);
const tools = path.join(root, "content/tools");
fs.mkdirSync(tools, { recursive: true });
for (const [slug, cost] of [
  ["cleaner", 1],
  ["splitter", 2],
  ["downloader", 3],
] as const)
  fs.writeFileSync(
    path.join(tools, `${slug}.md`),
    `---\nslug: ${slug}\ncost: ${cost}\npanel: enhance\npreset: volume\n---\n`,
  );

const sweepTimes = process.env["SWEEP_TIMES"];
const settings = readSettings(process.env, root);
const server = await startServer({
  settings,
  ...(sweepTimes !== undefined && { sweepTimes: JSON.parse(sweepTimes) as LeadTimes }),
  config: configSchema.parse({
    site: { name: "Fermata", origin: "https://fermata.example", contact: "hello@fermata.example" },
    locales: DEFAULT_LOCALES,
    jobs: { enabled: true },
    ...(settings.hostedUrl !== null && {
      hosted: { host: new URL(settings.hostedUrl).host, chat: { model: "chat" } },
    }),
  }),
  home: path.resolve(import.meta.dirname, "../.."),
  log: createLog((line) => process.stderr.write(line)),
});
process.stdout.write(`${server.url}\n`);
process.on("SIGTERM", () => void server.close().then(() => process.exit(0)));
// The parent process has exited.
process.stdin.on("end", () => process.exit(1)).resume();
