import path from "node:path";
import { type Config, configSchema, siteOf } from "#core/site/config.ts";
import type { Problem } from "#core/errors/errors.ts";
import type { Page } from "#core/page/page.ts";
import type { Entry } from "../build/load/entry.ts";
import { loadConfig } from "../build/load/config.ts";
import { jobOf, singleRoutesOf } from "../build/render/jobs.ts";
import { type Panels, loadPanels } from "../build/load/load.ts";
import { createPageMaker } from "../build/render/make-page.ts";
import { type LocaleMessages, loadMessages } from "../build/load/messages.ts";
import { type ContentIndex, indexContent } from "../build/plan/content-index.ts";
import { type Plan, type PlannedPage, missingSections, planSite } from "../build/plan/plan.ts";
import { checkPlan } from "../build/plan/plan-checks.ts";
import { SINGLE } from "../build/plan/shown.ts";
import { runtimeFolders } from "../files/code-layers.ts";
import { createContentCache } from "./content/content-cache.ts";
import { type ContentStore, createContentStore } from "./content/content-store.ts";

export interface SiteFolders {
  /** The site's. */
  readonly root: string;
  /** The program's. */
  readonly home: string;
}

export interface Messages {
  readonly messages: ReadonlyMap<string, LocaleMessages>;
  readonly problems: readonly Problem[];
}

/** What is planned for a locale, and for the default one beside it. Its plan is not checked. */
export interface LocalePlan {
  readonly plan: Plan;
  readonly pages: ReadonlyMap<string, PlannedPage>;
}

export type DevSite = ReturnType<typeof openDevSite>;

/** On this machine every locale is below its prefix: names of other hosts lead nowhere. */
const withoutDomains = (config: Config): Config => ({
  ...config,
  locales: config.locales.map(({ domain: _, ...locale }) => locale),
});

/** Keys are for builds: nothing here asks whether a page has changed since. */
const MEMO = { keyOf: () => "-", changed: new Set<string>() };

/** What nothing is shown of: it stands for a configuration that cannot be used until it is mended. */
const NO_CONFIG: Config = configSchema.parse({
  site: { name: "-", origin: "http://127.0.0.1", contact: "-" },
});

/** Plans what belongs to one locale, the default one beside it. */
function planLocale(
  {
    config,
    locales,
    entries,
    panels,
  }: {
    readonly config: Config;
    readonly locales: Config["locales"];
    readonly entries: readonly Entry[];
    readonly panels: Panels;
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

/** Locales in which a page can be read in full: its own files in the others are looked at, and no more. */
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

/**
 * A site as it stands on disk, planned for one locale at a time and only as far as somebody looks.
 * With a configuration or panels that cannot be used it has no pages until they are reloaded.
 */
export function openDevSite({ root, home }: SiteFolders) {
  let config = NO_CONFIG;
  let panels: Panels = {};
  let hasPanels = false;
  /** Counts what is not content: configuration, panels. */
  let generation = 0;
  let messageGeneration = 0;
  const content: ContentStore = createContentStore(
    root,
    () => config,
    createContentCache(path.join(root, ".toolkit/cache/dev/content")),
  );
  const plans = new Map<string, { version: string; value: LocalePlan }>();
  const messages = new Map<string, Messages>();

  const roots = root === home ? [root] : [home, root];
  const only = (code: string): Config["locales"] =>
    config.locales.filter((locale) => locale.code === code || locale.code === config.defaultLocale);

  const codesOf = (code: string): string[] => [...new Set([config.defaultLocale, code])];

  function messagesOf(code: string): Messages {
    let found = messages.get(code);
    if (!found)
      messages.set(code, (found = loadMessages({ ...config, locales: only(code) }, roots)));
    return found;
  }

  const versionOf = (): string => `${generation} ${messageGeneration} ${content.version()}`;

  function planOf(code: string): LocalePlan {
    const version = versionOf();
    const known = plans.get(code);
    if (known?.version === version) return known.value;
    const entries = codesOf(code).flatMap((each) => content.entriesOf(each));
    const value = planLocale({ config, locales: only(code), entries, panels }, code);
    plans.set(code, { version, value });
    return value;
  }

  const translationOf = ({ id }: { readonly id: string }, code: string) =>
    content.entryOf(`locales/${code}/${id}.md`);

  /** What is wrong in some files of a locale, in its messages and in the configuration. */
  function problemsIn(code: string, files: ReadonlySet<string>): Problem[] {
    const found = [...files].flatMap((file) => content.problemsIn(file));
    const entries = codesOf(code).flatMap((each) => content.currentEntriesOf(each));
    const limited = { ...config, locales: only(code) };
    const index = indexContent(limited, entries);
    const between = checkPlan(index, panels, limited, { concerns: ({ file }) => files.has(file) });
    return [...found, ...between, ...messagesOf(code).problems];
  }

  /** Makes a page from its files as they are at this moment. @throws PAGE_FAILED for a file that cannot be read */
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
    messagesOf,
    makePage,
    problemsIn,
    translationOf,
    /** Everything that is planned, in all locales: for lists of the whole site. */
    planAll(): Plan {
      const entries = config.locales.flatMap(({ code }) => content.textsOf(code));
      return planSite({
        config,
        entries: entries.map(({ entry }) => entry),
        panels,
        drafts: true,
        memo: MEMO,
      });
    },
    /** All content as it is now, and what is wrong between its files. */
    checkAll(): { readonly read: ContentIndex; readonly problems: readonly Problem[] } {
      const texts = config.locales.flatMap(({ code }) => content.currentOf(code));
      const read = indexContent(
        config,
        texts.map(({ entry }) => entry),
      );
      return { read, problems: checkPlan(read, panels, config) };
    },
    /** Message files have changed. */
    forgetMessages(): void {
      messages.clear();
      messageGeneration += 1;
    },
    /** Changes with anything of the site. */
    version: versionOf,
    /** Changes with the messages, and with the locales that there are. */
    messagesVersion: (): string => `${generation} ${messageGeneration}`,
    /** Panels came, went or have other presets. @throws when one cannot be loaded */
    async reloadPanels(): Promise<void> {
      panels = await loadPanels(runtimeFolders({ root, home }));
      hasPanels = true;
      generation += 1;
    },
    /** Whether there has been a configuration, and panels, that pages can be made with. */
    isUsable: (): boolean => config !== NO_CONFIG && hasPanels,
    /** @throws what is wrong with the configuration; the earlier one stays in force */
    async reloadConfig(): Promise<void> {
      config = withoutDomains(await loadConfig(root));
      generation += 1;
      content.forget();
      messages.clear();
    },
  };
}
