import path from "node:path";
import { type Config, configSchema, siteOf } from "#core/site/config.ts";
import type { Problem } from "#core/errors/errors.ts";
import type { Page } from "#core/page/page.ts";
import type { Entry } from "../build/load/entry.ts";
import { loadConfig } from "../build/load/config.ts";
import { jobOf, singleRoutesOf } from "../build/render/jobs.ts";
import { type Panels, loadPanels } from "../build/load/load.ts";
import { createPageMaker } from "../build/render/make-page.ts";
import { type LabelOf, createLabels } from "../build/load/labels.ts";
import { type LocaleMessages, loadMessages } from "../build/load/messages.ts";
import { type ContentIndex, indexContent } from "../build/plan/content-index.ts";
import {
  type Plan,
  type PlanInput,
  type PlannedPage,
  missingSections,
  planSite,
} from "../build/plan/plan.ts";
import { checkPlan } from "../build/plan/plan-checks.ts";
import { SINGLE } from "../build/plan/shown.ts";
import { runtimeFolders } from "../files/code-layers.ts";
import { offersIn } from "../models/offers-model.ts";
import { createContentCache } from "./content/content-cache.ts";
import { type ContentStore, createContentStore } from "./content/content-store.ts";

export interface SiteFolders {
  /** Folder of the site. */
  readonly root: string;
  /** Folder of the program. */
  readonly home: string;
}

export interface Messages {
  readonly messages: ReadonlyMap<string, LocaleMessages>;
  readonly problems: readonly Problem[];
}

/** The plan of a locale together with the default locale. It is not checked. */
export interface LocalePlan {
  readonly plan: Plan;
  readonly pages: ReadonlyMap<string, PlannedPage>;
}

export type DevSite = ReturnType<typeof openDevSite>;

/**
 * On this machine every locale is below its prefix, because domains of other locales lead
 * elsewhere.
 */
const withoutDomains = (config: Config): Config => ({
  ...config,
  locales: config.locales.map(({ domain: _, ...locale }) => locale),
});

type Offers = ReturnType<typeof offersIn>;

/** Cache keys are only needed by builds. */
const MEMO = { keyOf: () => "-", changed: new Set<string>() };

/** Placeholder for an invalid configuration; no page is shown with it. */
const NO_CONFIG: Config = configSchema.parse({
  site: { name: "-", origin: "http://127.0.0.1", contact: "-" },
});

/** Plans one locale together with the default locale. */
function planLocale(
  {
    config,
    locales,
    entries,
    panels,
    offers,
    labelOf,
  }: {
    readonly config: Config;
    readonly locales: Config["locales"];
    readonly entries: readonly Entry[];
    readonly panels: Panels;
    readonly offers: Offers | undefined;
    readonly labelOf: LabelOf;
  },
  code: string,
): LocalePlan {
  const limited = { ...config, locales };
  const plan = planSite({
    development: true,
    config: limited,
    entries,
    panels,
    drafts: true,
    memo: MEMO,
    unchecked: true,
    labelOf,
    ...offers,
  });
  return {
    plan: { ...plan, config, site: siteOf(config) },
    pages: new Map(
      plan.pages
        .filter((page) => page.locale === code)
        .map((page) => [page.kind === "error" ? `/${page.out}` : page.route, page]),
    ),
  };
}

/** Plans all locales. */
function planLocales({
  content,
  offers,
  ...given
}: Pick<PlanInput, "config" | "panels" | "labelOf"> & {
  readonly content: ContentStore;
  readonly offers: Offers | undefined;
}): Plan {
  const entries = given.config.locales.flatMap(({ code }) => content.textsOf(code));
  return planSite({
    ...given,
    entries: entries.map(({ entry }) => entry),
    drafts: true,
    memo: MEMO,
    ...offers,
  });
}

/** Locales whose menus link to a locale's pages; only the latter are read in full. */
function localesOf(
  { entry }: PlannedPage,
  { defaultLocale, locales }: Config,
  translationOf: (entry: Entry, code: string) => Entry | undefined,
): readonly string[] {
  if (!entry || SINGLE.has(entry.type)) return [defaultLocale];
  return locales
    .map(({ code }) => code)
    .filter(
      (code) =>
        code === defaultLocale || missingSections(entry, translationOf(entry, code)).length === 0,
    );
}

/** A locale and the default locale. */
const localesWith = ({ locales, defaultLocale }: Config, code: string): Config["locales"] =>
  locales.filter((locale) => locale.code === code || locale.code === defaultLocale);

/** Messages of the locales that are shown, read when needed. */
function openMessages({ root, home }: SiteFolders, configNow: () => Config) {
  const roots = root === home ? [root] : [home, root];
  const messages = new Map<string, Messages>();
  return {
    of: (code: string): Messages => {
      const config = configNow();
      const known = messages.get(code);
      const found = known ?? loadMessages({ ...config, locales: localesWith(config, code) }, roots);
      if (!known) messages.set(code, found);
      return found;
    },
    forget: (): void => messages.clear(),
  };
}

/**
 * A site on disk, planned lazily one locale at a time. With an invalid configuration or invalid
 * panels it has no pages until they are reloaded.
 */
export function openDevSite({ root, home }: SiteFolders) {
  let config = NO_CONFIG;
  let panels: Panels = {};
  let offers: Offers | undefined;
  let hasPanels = false;
  /** Version of everything but content: configuration, panels and models. */
  let generation = 0;
  let messageGeneration = 0;
  const content: ContentStore = createContentStore(
    root,
    () => config,
    createContentCache(path.join(root, ".toolkit/cache/dev/content")),
  );
  const plans = new Map<string, { version: string; value: LocalePlan }>();
  const only = (code: string): Config["locales"] => localesWith(config, code);
  const messages = openMessages({ root, home }, () => config);

  const codesOf = (code: string): string[] => [...new Set([config.defaultLocale, code])];

  const versionOf = (): string => `${generation} ${messageGeneration} ${content.version()}`;

  function planOf(code: string): LocalePlan {
    const version = versionOf();
    const known = plans.get(code);
    if (known?.version === version) return known.value;
    const entries = codesOf(code).flatMap((each) => content.entriesOf(each));
    const labelOf = createLabels({ root, home }, config.defaultLocale);
    const given = { config, locales: only(code), entries, panels, offers, labelOf };
    const value = planLocale(given, code);
    plans.set(code, { version, value });
    return value;
  }

  const translationOf = ({ id }: { readonly id: string }, code: string) =>
    content.entryOf(`locales/${code}/${id}.md`);

  /** Problems in some files of a locale, in its messages and in the configuration. */
  function problemsIn(code: string, files: ReadonlySet<string>): Problem[] {
    const found = [...files].flatMap((file) => content.problemsIn(file));
    const entries = codesOf(code).flatMap((each) => content.currentEntriesOf(each));
    const limited = { ...config, locales: only(code) };
    const index = indexContent(limited, entries);
    const between = checkPlan(index, panels, limited, { concerns: ({ file }) => files.has(file) });
    return [...found, ...between, ...messages.of(code).problems];
  }

  /** Creates a page from the current files. @throws PAGE_FAILED if a file cannot be read */
  function makePage(planned: PlannedPage): Page {
    const { plan } = planOf(planned.locale);
    const make = createPageMaker({ root, site: plan.site, singleRoutes: singleRoutesOf(plan) });
    return make({ ...jobOf(plan, planned), locales: localesOf(planned, config, translationOf) })
      .page;
  }

  return {
    root,
    home,
    content,
    config: () => config,
    site: () => siteOf(config),
    planOf,
    messagesOf: messages.of,
    makePage,
    problemsIn,
    translationOf,
    /** The plan of all locales, for lists of the whole site. */
    planAll: (): Plan =>
      planLocales({
        config,
        content,
        panels,
        offers,
        labelOf: createLabels({ root, home }, config.defaultLocale),
      }),
    /** Reads which models the site offers; they change while models are pulled or locked. */
    readModels(): Offers["models"] {
      const found = offersIn(root, config);
      if (JSON.stringify(found.models) !== JSON.stringify(offers?.models)) generation += 1;
      offers = found;
      return found.models;
    },
    /** Reads all current content, and finds problems between its files. */
    checkAll(): { readonly read: ContentIndex; readonly problems: readonly Problem[] } {
      const texts = config.locales.flatMap(({ code }) => content.currentOf(code));
      const read = indexContent(
        config,
        texts.map(({ entry }) => entry),
      );
      return { read, problems: checkPlan(read, panels, config) };
    },
    /** Discards the messages after their files have changed. */
    forgetMessages(): void {
      messages.forget();
      messageGeneration += 1;
    },
    /** Changes with any part of the site. */
    version: versionOf,
    /** Changes with the messages and the set of locales. */
    messagesVersion: (): string => `${generation} ${messageGeneration}`,
    /** Reloads panels and their presets. @throws if one cannot be loaded */
    async reloadPanels(): Promise<void> {
      panels = await loadPanels(runtimeFolders({ root, home }));
      hasPanels = true;
      generation += 1;
    },
    /** Whether a valid configuration and panels have been loaded. */
    isUsable: (): boolean => config !== NO_CONFIG && hasPanels,
    /** @throws errors of the configuration; the previous one stays active */
    async reloadConfig(): Promise<void> {
      const loaded = withoutDomains(await loadConfig(root));
      offers = offersIn(root, loaded);
      config = loaded;
      generation += 1;
      content.forget();
      messages.forget();
    },
  };
}
