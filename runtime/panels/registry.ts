import type { PanelManifest } from "#core/tools/panel.ts";
import type { MessageTree } from "#core/page/render.ts";
import type { JobRunner } from "../contract/job-runner.ts";
import { mergeMessages } from "./merge-messages.ts";
import type { PanelComponent } from "../contract/panel.ts";

type Modules<T> = Readonly<Record<string, () => Promise<{ readonly default: T }>>>;

/** Files of the panels by path below `runtime/panels`, loaded on demand. */
export interface PanelModules {
  readonly manifests: Modules<PanelManifest>;
  readonly panels: Modules<PanelComponent>;
  readonly runners: Modules<JobRunner>;
  readonly messages: Modules<MessageTree>;
}

/** Every folder next to this file is a panel, so none needs to be registered. */
export const panelModules = (): PanelModules => ({
  manifests: import.meta.glob<{ default: PanelManifest }>("./*/panel.ts"),
  panels: import.meta.glob<{ default: PanelComponent }>("./*/Panel.tsx"),
  runners: import.meta.glob<{ default: JobRunner }>("./*/job.ts"),
  messages: import.meta.glob<{ default: MessageTree }>("./*/messages/*.json"),
});

interface Language {
  readonly code: string;
  /** BCP 47 tag. */
  readonly language: string;
}

export interface PanelRegistryDeps {
  readonly modules: PanelModules;
  /** Fallback locale of missing messages. */
  readonly fallback: Language;
  /** Adds messages to a language, under the name of a message file. */
  readonly addMessages: (language: Language, file: string, messages: MessageTree) => void;
}

export interface PanelRegistry {
  /** Ids of the panels that have been built. */
  panelsBuilt(): readonly string[];
  loadManifest(panel: string): Promise<PanelManifest>;
  /** Loads a panel and its messages: `t("panel-<id>:<key>")`. */
  loadPanel(panel: string, language: Language): Promise<PanelComponent>;
  /** Loads only the messages: stages and errors of jobs are also shown outside of the panel. */
  loadMessages(panel: string, language: Language): Promise<void>;
  loadRunner(panel: string): Promise<JobRunner>;
}

/** The panels of the site. Failed loads reject, and are retried on the next call. */
export function createPanelRegistry(deps: PanelRegistryDeps): PanelRegistry {
  const { modules, fallback, addMessages } = deps;
  async function load<T>(files: Modules<T>, path: string): Promise<T> {
    const module = files[path];
    if (!module) throw new Error(`runtime/panels/${path.slice(2)} does not exist`);
    return (await module()).default;
  }
  const messagesOf = async (panel: string, { code }: Language): Promise<MessageTree | null> => {
    const module = modules.messages[`./${panel}/messages/${code}.json`];
    return module ? (await module()).default : null;
  };
  async function loadMessages(panel: string, language: Language): Promise<void> {
    const [base, own] = await Promise.all([
      messagesOf(panel, fallback),
      language.code === fallback.code ? null : messagesOf(panel, language),
    ]);
    const messages = mergeMessages(base ?? {}, own ?? {}, language.language);
    addMessages(language, `panel-${panel}`, messages);
  }

  return {
    panelsBuilt: () =>
      Object.keys(modules.panels)
        .map((path) => path.split("/")[1]!)
        .sort(),
    loadManifest: (panel) => load(modules.manifests, `./${panel}/panel.ts`),
    async loadPanel(panel, language) {
      const [component] = await Promise.all([
        load(modules.panels, `./${panel}/Panel.tsx`),
        loadMessages(panel, language),
      ]);
      return component;
    },
    loadMessages,
    loadRunner: (panel) => load(modules.runners, `./${panel}/job.ts`),
  };
}
