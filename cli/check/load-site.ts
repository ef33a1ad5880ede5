import fs from "node:fs";
import path from "node:path";
import type { SectionFields } from "#core/page/content.ts";
import type { Config } from "#core/site/config.ts";
import type { Problem } from "#core/errors/errors.ts";
import { loadConfig } from "../build/load/config.ts";
import type { AnyEntry, Entry, SourceFile } from "../build/load/entry.ts";
import { readEntry } from "../build/load/read-entry.ts";
import { toEntry } from "../build/load/to-entry.ts";
import { withIo } from "../files/files.ts";
import { runtimeFolders } from "../files/code-layers.ts";
import { listSources, loadPanels } from "../build/load/load.ts";
import { type LocaleMessages, loadMessages } from "../build/load/messages.ts";
import { offersModelOf } from "../models/offers-model.ts";
import { hollowToolsIn, offeredIn } from "../models/registry.ts";
import { type Plan, planSite } from "../build/plan/plan.ts";
import { fileWarnings } from "./file-warnings.ts";
import { pause } from "../command-kit/pause.ts";

export interface Folders {
  /** The site's. */
  readonly root: string;
  /** The program's. */
  readonly home: string;
}

/** What the checks look at beside the plan: texts for search engines, links to parts of pages. */
export interface Texts<Any extends AnyEntry = Entry> {
  readonly entry: Any;
  readonly title: string;
  readonly description: string;
  readonly titleWithoutEngine: string;
  readonly descriptionWithoutEngine: string;
  /** Words for the search that differ. */
  readonly keywords: number;
  /** Titles of what a tool does, and does not. */
  readonly features: readonly string[];
  /** Links with a `#`, as the body has them. */
  readonly anchors: readonly string[];
}

/** `AnyEntry` where the texts of files with faults are among the others. */
export interface LoadedSite<Any extends AnyEntry = Entry> extends Folders {
  readonly config: Config;
  readonly plan: Plan;
  readonly texts: readonly Texts<Any>[];
  /** The same of files with faults, as far as those can be read. */
  readonly faulty: readonly Texts<AnyEntry>[];
  readonly messages: ReadonlyMap<string, LocaleMessages>;
  /** Of files and of the plan. */
  readonly problems: readonly Problem[];
}

/** Reads all of a site's content, and goes on where a file cannot be used. @throws when the configuration is wrong */
export async function loadSite({
  root,
  home,
  signal,
}: Folders & { readonly signal?: AbortSignal }): Promise<LoadedSite> {
  const config = await loadConfig(root);
  const panels = await loadPanels(runtimeFolders({ root, home }));
  const { sources, problems } = listSources(root, config);
  const texts: Texts[] = [];
  const faulty: Texts<AnyEntry>[] = [];
  for (const [index, source] of sources.entries()) {
    if (signal && index % 100 === 99) await pause(signal);
    const { problems: found, ...read } = readSource(root, source);
    problems.push(...found);
    if (isSound(read)) texts.push(read);
    else faulty.push(read);
  }
  const plan = planSite({
    config,
    entries: texts.map(({ entry }) => entry),
    faulty: faulty.map(({ entry }) => entry),
    panels,
    findHollow: hollowToolsIn(root, config),
    offersModel: offersModelOf(offeredIn(root, config)),
  });
  const loaded = loadMessages(config, root === home ? [root] : [home, root]);
  return {
    root,
    home,
    config,
    plan,
    texts,
    faulty,
    messages: loaded.messages,
    problems: [...problems, ...plan.problems, ...loaded.problems],
  };
}

/** Reads one content file, and says what is wrong with it. */
export function readSource(
  root: string,
  source: SourceFile,
): Texts<AnyEntry> & { readonly problems: readonly Problem[] } {
  const text = withIo(source.file, () => fs.readFileSync(path.join(root, source.file), "utf8"));
  const read = readEntry(text, source);
  const { body, problems } = read;
  const {
    title = "",
    description = "",
    titleWithoutEngine = "",
    descriptionWithoutEngine = "",
    keywords = [],
    features = [],
  }: SectionFields = read.data;
  return {
    entry: toEntry(read, text),
    title,
    description,
    titleWithoutEngine,
    descriptionWithoutEngine,
    keywords: new Set(keywords.map(plain)).size,
    features: features.map((feature) => feature.title),
    anchors: body.includes("#") ? anchorsOf(body) : [],
    problems: [...problems, ...fileWarnings(read)],
  };
}

/** Whether a file has no faults, and so is part of the site. */
export const isSound = (read: Texts<AnyEntry>): read is Texts => read.entry.faults === undefined;

const plain = (word: string): string => word.normalize("NFKC").toLowerCase().trim();

const ANCHOR = /\]\(\s*<?((?:\/[^()\s>#]*)?#[^()\s>]*)/g;
const anchorsOf = (body: string): string[] => [
  ...new Set(Array.from(body.matchAll(ANCHOR), ([, href]) => href!)),
];
