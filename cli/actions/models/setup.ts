import fs from "node:fs";
import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import { LICENSE_USES, type Model } from "#core/models/models.ts";
import type { Config } from "#core/site/config.ts";
import { loadConfig } from "../../build/load/config.ts";
import type { Context } from "../../command-kit/context.ts";
import type { ExitCode } from "../../command-kit/exit-code.ts";
import { renderProblems } from "../../command-kit/render-error.ts";
import { renderTable } from "../../command-kit/render-table.ts";
import { writeAtomic } from "../../files/files.ts";
import { CONFIG_FILE } from "../../files/find-root.ts";
import { folderOf } from "../../models/choose-models.ts";
import { pullModels } from "../../models/pull-models.ts";
import { loadLock, loadRegistry } from "../../models/registry.ts";
import {
  type ChosenSetup,
  chooseSetup,
  SETUP_TASKS,
  type SetupTask,
} from "../../models/setup/choose-setup.ts";
import {
  type ModelFields,
  modelsProperty,
  withModelFields,
} from "../../models/setup/edit-config.ts";
import { createPrompts } from "../../new/prompts.ts";
import { answerQuestions, type Question } from "../../new/questions.ts";
import { splitList } from "../../new/tool-questions.ts";

interface Options {
  readonly dryRun?: boolean;
  readonly json?: boolean;
  /** False for --no-input. */
  readonly input: boolean;
  readonly [flag: string]: unknown;
}

const TASKS = Object.keys(SETUP_TASKS) as SetupTask[];
const TASK_LIST = TASKS.map((task) => `${task} (${SETUP_TASKS[task]})`).join(", ");
const YES_NO = [{ value: "yes" }, { value: "no" }];
/** Where the files come from that browsers load. */
const HOSTINGS = ["server", "static"] as const;

/** `toolkit models setup` */
export default async function setupModels(context: Context, options: object): Promise<ExitCode> {
  const { dryRun = false, json = false, input, ...flags } = options as Options;
  const { root, home } = context;
  const config = await loadConfig(root);
  const ask = context.canAsk && input && !json ? await createPrompts(context.signal) : undefined;
  const answers = await answerQuestions(
    questionsFor(config).map((question) => () => question),
    flags,
    ask,
  );
  const registry = loadRegistry(root, home);
  const lock = loadLock(root, home);
  const isStatic = answers["hosting"] === "static";
  const chosen = chooseSetup(registry, lock, {
    languages: splitList(answers["languages"]!),
    tasks: tasksOf(answers["tools"]!),
    uses: LICENSE_USES.filter((use) => splitList(answers["licenses"]!).includes(use)),
  });
  const { baseUrl, accept } = config.models;
  const fields: ModelFields = {
    // Only a static host may have another origin for the files.
    baseUrl: baseUrl.startsWith("/") || (isStatic && baseUrl !== "") ? baseUrl : "/models",
    pullThrough: !isStatic,
    accept: [...new Set([...accept, ...chosen.accept])],
  };
  const log = json ? () => {} : context.log;
  if (!json) context.print(tableOf(chosen));
  log(notesOf(chosen, fields, isStatic).join(""));
  const print = (result: object): void => {
    const models = chosen.models.map(({ id, bytes }) => ({ id, bytes }));
    if (json)
      context.print(`${JSON.stringify({ models, lacking: chosen.lacking, fields, ...result })}\n`);
  };
  if (dryRun) {
    log("Nothing was written.\n");
    print({ ok: true, dryRun });
    return 0;
  }
  const question = { flag: "write", message: "Write this to toolkit.config.ts?", choices: YES_NO };
  if (ask && (await ask(question)) !== "yes") throw new ToolkitError("CANCELLED", {});
  await writeConfig(root, fields);
  log(`${CONFIG_FILE}: ${modelsProperty(fields)}\n`);
  if (!isStatic) {
    print({ ok: true });
    return 0;
  }
  const models = registry.filter(({ id }) => chosen.models.some((model) => model.id === id));
  return pull(context, models, { config: await loadConfig(root), log, print });
}

interface PullRun {
  readonly config: Config;
  readonly log: (text: string) => void;
  readonly print: (result: object) => void;
}

async function pull(
  context: Context,
  models: readonly Model[],
  { config, log, print }: PullRun,
): Promise<ExitCode> {
  const folder = folderOf(context.root, undefined, config);
  const lock = loadLock(context.root, context.home);
  const { hub } = config.models;
  const { files, problems } = await pullModels(context, models, { lock, folder, hub, log });
  const ok = problems.length === 0;
  print({ ok, folder, files, problems });
  log(
    renderProblems(problems, context) +
      (ok ? `In ${folder}. \`toolkit build\` offers them.\n` : ""),
  );
  return ok ? 0 : 1;
}

const questionsFor = ({ locales, models }: Config): readonly Question[] => {
  const languages = [...new Set(locales.map(({ language }) => language.split("-")[0]!))].join(",");
  return [
    {
      flag: "languages",
      message: "Languages of the recordings and texts, separated by commas",
      initial: languages,
      fallback: languages,
      validate: (value) =>
        splitList(value).every((code) => /^[a-z]{2,3}(?:-\w+)*$/i.test(code))
          ? undefined
          : "it is a list of language codes such as en,de.",
    },
    {
      flag: "tools",
      message: `What models are for, separated by commas: all, or some of ${TASK_LIST}`,
      initial: "all",
      fallback: "all",
      validate(value) {
        const unknown = splitList(value).find(
          (name) => name !== "all" && !TASKS.includes(name as SetupTask),
        );
        return unknown === undefined
          ? undefined
          : `"${unknown}" is none of all, ${TASKS.join(", ")}.`;
      },
    },
    {
      flag: "licenses",
      message:
        "Uses of licenses that your site accepts, separated by commas: any (weights for every use), non-commercial, personal-research",
      initial: "any",
      fallback: "any",
      validate(value) {
        const unknown = splitList(value).find((use) => !LICENSE_USES.some((each) => each === use));
        return unknown === undefined
          ? undefined
          : `"${unknown}" is none of ${LICENSE_USES.join(", ")}.`;
      },
    },
    {
      flag: "hosting",
      message: "Does `toolkit serve` or `preview` serve the site, or a host of static files?",
      choices: HOSTINGS.map((value) => ({ value })),
      initial: models.pullThrough ? "server" : "static",
      fallback: models.pullThrough ? "server" : "static",
    },
  ];
};

const tasksOf = (answer: string): readonly SetupTask[] => {
  const names = splitList(answer);
  return TASKS.filter((task) => names.includes("all") || names.includes(task));
};

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** A summary to read, also in a pipe; --json is for programs. */
function tableOf({ models }: ChosenSetup): string {
  const rows = models.map(({ id, task, bytes, licence }) => [
    id,
    task,
    megabytes(bytes),
    licence.use === "any" ? licence.id : `${licence.id} (${licence.use})`,
  ]);
  const total = models.reduce((sum, { bytes }) => sum + bytes, 0);
  return renderTable(
    ["model", "task", "size", "license"],
    [
      ...rows,
      ["all", models.length === 1 ? "1 model" : `${models.length} models`, megabytes(total), ""],
    ],
    true,
    ["start", "start", "end"],
  );
}

function notesOf(
  { models, accept, lacking }: ChosenSetup,
  { baseUrl }: ModelFields,
  isStatic: boolean,
) {
  const gaps = Map.groupBy(lacking, ({ task }) => task);
  return [
    ...[...gaps].map(
      ([task, own]) =>
        `No model for ${SETUP_TASKS[task]} in ${own.map(({ language }) => language).join(", ")}.\n`,
    ),
    ...models
      .filter(({ id }) => accept.includes(id))
      .map(
        ({ id, licence }) =>
          `${id}: ${licence.id}, for ${licence.use} use only; see ${licence.url}\n`,
      ),
    isStatic
      ? baseUrl.startsWith("/")
        ? `The files are published with the site, below ${baseUrl}.\n`
        : `Upload the files to ${baseUrl}, with the folders that they are in.\n`
      : "The server fetches each model when a visitor first requests it. It offers every model whose license is for every use, also those that were not chosen.\n",
  ];
}

/** Writes the fields, and takes them back where the configuration cannot be loaded with them. */
async function writeConfig(root: string, fields: ModelFields): Promise<void> {
  const file = path.join(root, CONFIG_FILE);
  const before = fs.readFileSync(file, "utf8");
  const text = await withModelFields(before, fields);
  if (text !== null) {
    writeAtomic(file, text);
    try {
      const { models } = await loadConfig(root);
      const { baseUrl, pullThrough, accept } = models;
      if (JSON.stringify({ baseUrl, pullThrough, accept }) === JSON.stringify(fields)) return;
    } catch {
      // Reported below.
    }
    writeAtomic(file, before);
  }
  throw new ToolkitError("CONFIG_BY_HAND", { property: modelsProperty(fields) });
}
