import { execFile } from "node:child_process";
import fs from "node:fs";
import { createServer } from "node:net";
import os from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { type Problem, errorText, ToolkitError } from "#core/errors/errors.ts";
import { lockState } from "#core/models/lock.ts";
import { offeredModels } from "#core/models/offered.ts";
import type { Config } from "#core/site/config.ts";
import { loadConfig } from "../build/load/config.ts";
import { chooseModels } from "../models/choose-models.ts";
import { loadLock, loadRegistry, offerSettings } from "../models/registry.ts";
import type { Context } from "../command-kit/context.ts";
import { resolveDocs } from "../files/home.ts";
import { examineHosted } from "../doctor/examine-hosted.ts";
import { examineHostedContents } from "../doctor/examine-hosted-contents.ts";
import { examineQueue, examineStore } from "../doctor/examine-jobs.ts";
import {
  type Diagnosis,
  type Machine,
  examineFolders,
  examineMachine,
  examinePorts,
} from "../doctor/examine.ts";
import { renderTable } from "../command-kit/render-table.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";

const MARKS = { ok: "ok", warn: "warn", bad: "bad" } as const;

const UNREADABLE =
  "Run it with the settings of the server, which has to have been started once with this version.";

/** `toolkit doctor`: checks whether this machine and this site meet the requirements. */
export default async function doctor(context: Context, input: object): Promise<ExitCode> {
  const { json } = input as { readonly json?: boolean };
  const machine = thisMachine(context.env);
  const findings = [
    ...examineMachine(machine),
    ...examineFolders(machine, context.root),
    ...(await examineSite(context)),
    await examineDatabase(context.root),
    ...(await examineLinks(context)),
    ...(await examineJobs(context)),
    ...(await examineCalls(context)),
    ...(await examinePorts(machine)),
  ];
  const ok = findings.every(({ state }) => state !== "bad");
  if (json) context.print(`${JSON.stringify({ ok, findings })}\n`);
  else
    context.print(
      renderTable(
        ["state", "what", "found"],
        findings.map(({ name, state, found, fix }) => [
          MARKS[state],
          name,
          fix === undefined ? found : `${found}. ${resolveDocs(fix, context.root)}`,
        ]),
        context.printsToTerminal,
      ),
    );
  return ok ? 0 : 1;
}

async function examineSite({ root, home, env }: Context): Promise<Diagnosis[]> {
  try {
    const config = await loadConfig(root);
    const found = `${config.locales.length} locales`;
    return [
      { name: "config", state: "ok", found },
      examineModels(root, home, config),
      ...examineHosted(config.hosted, env),
    ];
  } catch (error) {
    if (!(error instanceof ToolkitError)) throw error;
    const { message, fix } = errorText((error.problems[0] ?? error) as Problem);
    return [{ name: "config", state: "bad", found: message, ...(fix && { fix }) }];
  }
}

/** Studio models that visitors are offered. Having none is fine: all tools work without them. */
function examineModels(root: string, home: string, config: Config): Diagnosis {
  const studio = loadRegistry(root, home).filter(({ tier }) => tier === "studio");
  const lock = loadLock(root, home);
  const ready = studio.filter(({ unknown, form }) => unknown.length === 0 && form);
  const left = ready.filter((model) => lockState(model, lock.models[model.id]) !== "locked");
  const offered = offeredModels(studio, lock, offerSettings(root, config));
  const found = `${offered.length} of ${studio.length} studio models offered`;
  if (left.length === 0 || offered.length > 0) return { name: "models", state: "ok", found };
  const fix = `\`toolkit models lock\` brings ${left.length} more; docs/models.md has the way.`;
  return { name: "models", state: "warn", found, fix };
}

/** The servers that run the models of jobs. */
async function examineInferenceServers(
  { root, home, env, signal }: Context,
  { jobs }: Config,
): Promise<Diagnosis[]> {
  if (jobs.inference.length === 0) return [];
  const [{ openEndpoint }, { inferenceModelOf }, { examineInference }] = await Promise.all([
    import("../inference/open-endpoint.ts"),
    import("../inference/inference-model.ts"),
    import("../doctor/examine-inference.ts"),
  ]);
  const registry = loadRegistry(root, home);
  const examine = async (server: (typeof jobs.inference)[number]): Promise<Diagnosis> => {
    try {
      const chosen = chooseModels(registry, server.models, () => false);
      const models = chosen.map((model) => inferenceModelOf(model));
      return await examineInference(openEndpoint(server, env), models, signal);
    } catch (error) {
      if (!(error instanceof ToolkitError)) throw error;
      const { message, fix } = errorText((error.problems[0] ?? error) as Problem);
      const found = `${server.url}: ${message}`;
      return { name: "inference", state: "bad", found, ...(fix && { fix }) };
    }
  };
  return await Promise.all(jobs.inference.map(examine));
}

/** Queue, workers and object store, where the site runs jobs on its own machines. */
async function examineJobs(context: Context): Promise<Diagnosis[]> {
  const { root, env } = context;
  // An error is reported as the finding about the configuration.
  const config = await loadConfig(root).catch(() => null);
  if (!config?.jobs.enabled) return [];
  const name = "queue";
  const { readSettings } = await import("#server/deps/settings.ts");
  try {
    const settings = readSettings(env, root);
    const { inspectJobs } = await import("#server/jobs/inspect-jobs.ts");
    const { openStore } = await import("#server/objects/open-store.ts");
    const state = await inspectJobs(settings);
    const runsItself = settings.database.url === null;
    return [
      ...(state ? examineQueue(state, runsItself) : []),
      await examineStore(openStore(settings, Date.now)),
      ...(await examineInferenceServers(context, config)),
    ];
  } catch (error) {
    const found = (error as Error).message.split("\n")[0]!;
    return [{ name, state: "bad", found, fix: UNREADABLE }];
  }
}

/** What the database has of calls of hosted models, where the site has such models. */
async function examineCalls({ root, env }: Context): Promise<Diagnosis[]> {
  const config = await loadConfig(root).catch(() => null);
  const { transcription = null, chat = null, speech = null } = config?.hosted ?? {};
  if (transcription === null && chat === null && speech === null) return [];
  const { readSettings } = await import("#server/deps/settings.ts");
  const { inspectDatabase } = await import("#server/db/inspect-database.ts");
  const { countHostedContents } = await import("#server/usage/count-hosted-contents.ts");
  try {
    const totals = await inspectDatabase(readSettings(env, root).database, countHostedContents);
    return totals ? [examineHostedContents(totals, Date.now())] : [];
  } catch (error) {
    const found = (error as Error).message.split("\n")[0]!;
    return [{ name: "hosted calls", state: "bad", found, fix: UNREADABLE }];
  }
}

/** The program that resolves links to services, if the operator enabled it. */
async function examineLinks({ env }: Context): Promise<Diagnosis[]> {
  const command = env["YT_DLP"];
  if (!command) return [];
  const name = "yt-dlp";
  try {
    const { stdout } = await promisify(execFile)(command, ["--version"], { timeout: 20_000 });
    return [{ name, state: "ok", found: stdout.trim().slice(0, 100) }];
  } catch (error) {
    const found = `${command} does not run: ${(error as Error).message.split("\n")[0]}`;
    const fix = "Install yt-dlp, or leave YT_DLP out; docs/server.md has the way.";
    return [{ name, state: "bad", found, fix }];
  }
}

/**
 * Opens the embedded database in memory as the server does, to check that this Node version has a
 * safe one.
 */
async function examineDatabase(root: string): Promise<Diagnosis> {
  const file = path.join(root, ".toolkit/data/toolkit.sqlite");
  try {
    const { DatabaseSync } = await import("node:sqlite");
    const exists = fs.existsSync(file);
    const database = new DatabaseSync(exists ? file : ":memory:", { readOnly: exists });
    try {
      const { version } = database.prepare("select sqlite_version() as version").get() as {
        version: string;
      };
      const [row] = exists ? database.prepare("pragma quick_check(1)").all() : [];
      const fault = row && Object.values(row)[0] !== "ok";
      return fault
        ? {
            name: "database",
            state: "bad",
            found: `${file} is damaged`,
            fix: "Put back a copy; docs/server.md says how copies are made.",
          }
        : { name: "database", state: "ok", found: `SQLite ${version}` };
    } finally {
      database.close();
    }
  } catch (error) {
    return {
      name: "database",
      state: "bad",
      found: (error as Error).message,
      fix: "Run `npm install`: it brings a Node with SQLite.",
    };
  }
}

function thisMachine(env: Context["env"]): Machine {
  const folders = (env["PATH"] ?? "").split(path.delimiter);
  const endings = process.platform === "win32" ? [".exe", ".cmd"] : [""];
  return {
    node: process.version,
    freeMemory: process.availableMemory(),
    cores: os.availableParallelism(),
    freeDisk(folder) {
      try {
        const { bavail, bsize } = fs.statfsSync(folder);
        return bavail * bsize;
      } catch {
        return null;
      }
    },
    program: (name) =>
      (name === "chromium" ? env["TOOLKIT_BROWSER"] : undefined) ??
      folders
        .flatMap((folder) => endings.map((ending) => path.join(folder, name + ending)))
        .find((file) => fs.existsSync(file)) ??
      null,
    isFree: (port) =>
      new Promise((resolve) => {
        const server = createServer();
        server.once("error", () => resolve(false));
        server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
      }),
    mayWrite(folder) {
      try {
        fs.accessSync(folder, fs.constants.W_OK);
        return true;
      } catch {
        return false;
      }
    },
  };
}
