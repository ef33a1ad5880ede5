import path from "node:path";
import type { Problem } from "#core/errors/errors.ts";
import { SERVER_MESSAGE_FILES } from "#core/site/locales.ts";
import { mergeMessages } from "#core/page/merge-messages.ts";
import type { MessageTree } from "#core/page/render.ts";
import { exists, listFiles } from "../../files/files.ts";
import { readMessageFile } from "../../build/load/messages.ts";
import type { LoadedSite } from "../load-site.ts";
import { runtimeFolders } from "../../files/code-layers.ts";

/**
 * A set of messages that is translated together: a file of `locales/`, or the messages of a panel.
 */
export interface MessageSet {
  /** Namespace of its keys: `errors`, `panel-editor`. */
  readonly name: string;
  /** Whether a locale needs it. */
  readonly isFor: (code: string) => boolean;
  readonly treeOf: (code: string) => MessageTree;
  /** Absolute paths of a locale's files; the first one with a key wins. */
  readonly filesOf: (code: string) => readonly string[];
}

/** The parts of a site that its message checks need. */
export type MessageSite = Pick<LoadedSite, "root" | "home" | "config" | "messages">;

/** All messages of a site, and problems in the files of its panels. */
export function messageSets(site: MessageSite): { sets: MessageSet[]; problems: Problem[] } {
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
  return {
    sets: [...own, ...serverSets(site, problems), ...panelSets(site, problems)],
    problems,
  };
}

/** Texts of emails and payments. A site without its own uses the program's. */
function serverSets({ config, root, home }: MessageSite, problems: Problem[]): MessageSet[] {
  const fileOf = (code: string, name: string): string => `locales/${code}/${name}.json`;
  const isOwn = (name: string): boolean =>
    config.locales.some(({ code }) => exists(path.join(root, fileOf(code, name))));
  return SERVER_MESSAGE_FILES.filter(isOwn).map((name) => {
    const trees = new Map<string, MessageTree>();
    for (const { code } of config.locales) {
      const layers = [home, root].map((folder) => readMessageFile(folder, fileOf(code, name)));
      for (const found of layers) if (found && "problem" in found) problems.push(found.problem);
      trees.set(
        code,
        layers.reduce<MessageTree>(
          (tree, found) => (found && "tree" in found ? mergeMessages(tree, found.tree) : tree),
          {},
        ),
      );
    }
    return {
      name,
      isFor: () => true,
      treeOf: (code) => trees.get(code) ?? {},
      filesOf: (code) =>
        [...new Set([root, home])].map((folder) => path.join(folder, fileOf(code, name))),
    };
  });
}

/** Panels with messages: `<panel>/messages/<code>.json`. */
function panelSets({ config, root, home }: MessageSite, problems: Problem[]): MessageSet[] {
  const folders = runtimeFolders({ root, home }).map((runtime) => path.join(runtime, "panels"));
  const found = folders
    .flatMap((folder) => listFiles(folder))
    .flatMap((file) => /^([\w-]+)\/messages\//.exec(file)?.[1] ?? []);
  return [...new Set(found)].sort().map((panel) => {
    const filesOf = (code: string): string[] =>
      folders.map((folder) => path.join(folder, panel, "messages", `${code}.json`));
    const trees = new Map<string, MessageTree>();
    for (const { code } of config.locales) {
      const layers = filesOf(code).toReversed();
      trees.set(
        code,
        layers.reduce<MessageTree>((tree, file) => {
          const read = readMessageFile(root, path.relative(root, file));
          if (read && "problem" in read) problems.push(read.problem);
          return read && "tree" in read ? mergeMessages(tree, read.tree) : tree;
        }, {}),
      );
    }
    return {
      name: `panel-${panel}`,
      isFor: () => true,
      treeOf: (code) => trees.get(code) ?? {},
      filesOf,
    };
  });
}
