import path from "node:path";
import type { Problem } from "../../core/errors.ts";
import type { MessageTree } from "../../core/render.ts";
import { listFiles } from "../build/files.ts";
import { readMessageFile } from "../build/messages.ts";
import type { LoadedSite } from "./load-site.ts";
import { panelFolder } from "./load-site.ts";

/** Messages that are translated together: a file of `locales/`, or those of a panel. */
export interface MessageSet {
  /** As keys name it: `errors`, `panel-editor`. */
  readonly name: string;
  /** Whether a locale is to have it. */
  readonly isFor: (code: string) => boolean;
  readonly treeOf: (code: string) => MessageTree;
  /** Absolute paths of the files of a locale; the first that has a key counts. */
  readonly filesOf: (code: string) => readonly string[];
}

/** All messages of a site, with what is wrong in the files of its panels. */
export function messageSets(site: LoadedSite): { sets: MessageSet[]; problems: Problem[] } {
  const { config, messages, root, home } = site;
  const files = new Set(config.locales.flatMap((locale) => locale.files));
  const problems: Problem[] = [];
  const own = Array.from(files, (name): MessageSet => ({
    name,
    isFor: (code) => config.locales.some((each) => each.code === code && each.files.includes(name)),
    treeOf: (code) => (messages.get(code)!.own[name] ?? {}) as MessageTree,
    filesOf: (code) =>
      [...new Set([root, home])].map((folder) => path.join(folder, `locales/${code}/${name}.json`)),
  }));
  return { sets: [...own, ...panelSets(site, problems)], problems };
}

/** Panels that have words of their own: `<panel>/messages/<code>.json`. */
function panelSets({ config, root, home }: LoadedSite, problems: Problem[]): MessageSet[] {
  const folder = panelFolder({ root, home });
  const found = listFiles(folder).flatMap((file) => /^([\w-]+)\/messages\//.exec(file)?.[1] ?? []);
  return [...new Set(found)].sort().map((panel) => {
    const fileOf = (code: string): string => path.join(folder, panel, "messages", `${code}.json`);
    const trees = new Map<string, MessageTree>();
    for (const { code } of config.locales) {
      const read = readMessageFile(root, path.relative(root, fileOf(code)));
      if (read && "problem" in read) problems.push(read.problem);
      trees.set(code, read && "tree" in read ? read.tree : {});
    }
    return {
      name: `panel-${panel}`,
      isFor: () => true,
      treeOf: (code) => trees.get(code) ?? {},
      filesOf: (code) => [fileOf(code)],
    };
  });
}
