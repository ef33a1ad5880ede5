import type { ModelLock } from "#core/models/lock.ts";
import type { LICENSE_USES, Model } from "#core/models/models.ts";
import { type OfferedModel, type OfferSettings, offeredModels } from "#core/models/offered.ts";
import { speakerPair } from "#core/models/speaker-models.ts";
import { recommendedModel } from "#core/models/recommended-model.ts";

/** Tasks of models that improve tools, and what they do there. */
export const SETUP_TASKS = {
  transcript: "transcripts",
  translation: "translations between the languages and English",
  speech: "natural voices",
  stems: "separation of songs",
  denoise: "noise reduction for speech",
  reverb: "removal of reverb",
} as const;
export type SetupTask = keyof typeof SETUP_TASKS;

type LicenseUse = (typeof LICENSE_USES)[number];

export interface SetupOptions {
  /** ISO 639 codes. */
  readonly languages: readonly string[];
  readonly tasks: readonly SetupTask[];
  /** Uses of licenses that the site accepts; `any` always is. */
  readonly uses: readonly LicenseUse[];
}

export interface ChosenSetup {
  readonly models: readonly OfferedModel[];
  /** Ids of those whose license has to be accepted. */
  readonly accept: readonly string[];
  /** What no model of the registry does, for languages that have none. */
  readonly lacking: readonly { readonly task: SetupTask; readonly language: string }[];
}

const base = (tag: string): string => tag.toLowerCase().split("-")[0]!;

/**
 * Chooses the models that a site needs: for transcripts the recommended one of each language and
 * those that find who speaks, for translations the pairs with English, for voices all of the
 * language, for the rest every model of the task. Only models whose files are locked and that code
 * can run are chosen.
 */
export function chooseSetup(
  registry: readonly Model[],
  lock: ModelLock,
  { languages, tasks, uses }: SetupOptions,
): ChosenSetup {
  const accepted = registry.filter(({ licence }) => uses.includes(licence.use)).map(({ id }) => id);
  // Where it is fetched from is decided later.
  const settings: OfferSettings = {
    baseUrl: "/models",
    hub: "https://hub.invalid",
    accept: accepted,
  };
  const usable = offeredModels(registry, lock, settings);
  const codes = [...new Set(languages.map(base))];
  const chosen = new Set<OfferedModel>();
  const lacking: { task: SetupTask; language: string }[] = [];
  const add = (task: SetupTask, language: string, found: readonly OfferedModel[]): void => {
    if (found.length === 0) lacking.push({ task, language });
    for (const model of found) chosen.add(model);
  };
  for (const task of tasks) {
    const able = usable.filter((model) => model.task === task);
    // Transcripts name who speaks.
    const speakers = task === "transcript" ? speakerPair(usable) : null;
    for (const model of Object.values(speakers ?? {})) chosen.add(model);
    if (task === "stems" || task === "denoise" || task === "reverb")
      for (const model of able) chosen.add(model);
    else
      for (const code of codes) {
        if (task === "transcript") add(task, code, [recommendedModel(usable, code) ?? []].flat());
        else if (task === "speech")
          add(
            task,
            code,
            able.filter((model) => model.languages.some((tag) => base(tag) === code)),
          );
        else if (code !== "en") add(task, code, pairsOf(able, code));
      }
  }
  const models = usable.filter((model) => chosen.has(model));
  const accept = models.filter(({ licence }) => licence.use !== "any").map(({ id }) => id);
  return { models, accept, lacking };
}

const pairsOf = (models: readonly OfferedModel[], code: string): OfferedModel[] =>
  models.filter(
    ({ form }) =>
      form.kind === "bergamot" &&
      [base(form.from), base(form.to)].includes(code) &&
      [form.from, form.to].includes("en"),
  );
