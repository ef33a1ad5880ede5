import fs from "node:fs";
import path from "node:path";
import type { SectionFields } from "#core/page/content.ts";
import type { Config } from "#core/site/config.ts";
import type { Problem } from "#core/errors/errors.ts";
import { loadConfig } from "../build/load/config.ts";
import { factsIn } from "../build/load/body-conditions.ts";
import type { AnyEntry, Entry, SourceFile } from "../build/load/entry.ts";
import { readEntry } from "../build/load/read-entry.ts";
import { toEntry } from "../build/load/to-entry.ts";
import { withIo } from "../files/files.ts";
import { runtimeFolders } from "../files/code-layers.ts";
import { listSources, loadPanels } from "../build/load/load.ts";
import { type LocaleMessages, loadMessages } from "../build/load/messages.ts";
import { createLabels } from "../build/load/labels.ts";
import { offersIn } from "../models/offers-model.ts";
import { type Plan, planSite } from "../build/plan/plan.ts";
import { fileWarnings } from "./file-warnings.ts";
import { pause } from "../command-kit/pause.ts";

export interface Folders {
  /** Folder of the site. */
  readonly root: string;
  /** Folder of the program. */
  readonly home: string;
}

/** Texts that the checks need beyond the plan: metadata, links to anchors. */
export interface Texts<Any extends AnyEntry = Entry> {
  readonly entry: Any;
  readonly title: string;
  readonly description: string;
  readonly titleWithoutEngine: string;
  readonly descriptionWithoutEngine: string;
  /** Distinct search keywords. */
  readonly keywords: number;
  /** Titles of features and limits. */
  readonly features: readonly string[];
  /** Headings of the page and its questions, where search engines look for a phrase. */
  readonly headings: readonly string[];
  /** Links with a fragment, as in the body. */
  readonly anchors: readonly string[];
  /** Facts that the file states: names of values, and of conditions with their sign. */
  readonly facts: readonly string[];
}

/** `AnyEntry` if texts of files with errors are included. */
export interface LoadedSite<Any extends AnyEntry = Entry> extends Folders {
  readonly config: Config;
  readonly plan: Plan;
  readonly texts: readonly Texts<Any>[];
  /** Texts of the readable parts of files with errors. */
  readonly faulty: readonly Texts<AnyEntry>[];
  readonly messages: ReadonlyMap<string, LocaleMessages>;
  /** Problems of files and of the plan. */
  readonly problems: readonly Problem[];
}

/**
 * Reads all content of a site, and continues after unusable files. @throws if the configuration is
 * invalid
 */
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
    ...offersIn(root, config),
    labelOf: createLabels({ root, home }, config.defaultLocale),
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

/** Reads one content file and its problems. */
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
    heading = "",
    faq = [],
  }: SectionFields = read.data;
  return {
    entry: toEntry(read, text),
    title,
    description,
    titleWithoutEngine,
    descriptionWithoutEngine,
    keywords: new Set(keywords.map(plain)).size,
    features: features.map((feature) => feature.title),
    headings: [heading, ...headingsOf(body), ...faq.map(({ question }) => question)],
    anchors: body.includes("#") ? anchorsOf(body) : [],
    facts: text.includes("{{") ? factsIn(text) : [],
    problems: [...problems, ...fileWarnings(read)],
  };
}

/** Whether a file has no errors, so that it is part of the site. */
export const isSound = (read: Texts<AnyEntry>): read is Texts => read.entry.faults === undefined;

const plain = (word: string): string => word.normalize("NFKC").toLowerCase().trim();

const headingsOf = (body: string): string[] =>
  body.split("\n").flatMap((line) => (line.startsWith("## ") ? [line.slice(3)] : []));

const ANCHOR = /\]\(\s*<?((?:\/[^()\s>#]*)?#[^()\s>]*)/g;
const anchorsOf = (body: string): string[] => [
  ...new Set(Array.from(body.matchAll(ANCHOR), ([, href]) => href!)),
];
