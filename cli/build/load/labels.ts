import path from "node:path";
import { isMessageTree } from "#core/page/merge-messages.ts";
import type { MessageTree } from "#core/page/render.ts";
import { runtimeFolders } from "../../files/code-layers.ts";
import { factsIn } from "./body-conditions.ts";
import { readMessageFile } from "./messages.ts";

/** Text of a message, `panel-kit:more`, in a locale or else in English; undefined if none has it. */
export type LabelOf = (locale: string, key: string) => string | undefined;

/** Starts the mark of a label in a text of a page: `{{label:panel-kit:more}}`. */
export const LABEL = "label:";

/** Keys of the labels that a file quotes, each once. */
export const labelsIn = (text: string): string[] =>
  text.includes(`{{${LABEL}`)
    ? factsIn(text).flatMap((name) => (name.startsWith(LABEL) ? [name.slice(LABEL.length)] : []))
    : [];

/** The labels that an entry quotes, as their locales name them now, by the name of their mark. */
export function labelsFor(
  entries: readonly ({ readonly labels: readonly string[] } | null)[],
  locale: string,
  labelOf: LabelOf = () => undefined,
): Readonly<Record<string, string>> {
  const keys = new Set(entries.flatMap((entry) => entry?.labels ?? []));
  return Object.fromEntries(
    [...keys].sort().flatMap((key) => {
      const text = labelOf(locale, key);
      return text === undefined ? [] : [[LABEL + key, text]];
    }),
  );
}

/**
 * Looks up the labels that texts of pages quote. Each file is read once, so create another lookup
 * after messages have changed.
 * @param folders the site and the program, whose messages it may replace
 */
export function createLabels(
  folders: { readonly root: string; readonly home: string },
  defaultLocale: string,
): LabelOf {
  const runtimes = runtimeFolders(folders);
  const roots = [...new Set([folders.root, folders.home])];
  const trees = new Map<string, readonly MessageTree[]>();
  const treesOf = (locale: string, namespace: string): readonly MessageTree[] => {
    const id = `${locale} ${namespace}`;
    const known = trees.get(id);
    if (known) return known;
    const panel = /^panel-(?!kit$)(.+)$/.exec(namespace)?.[1];
    const files = panel
      ? runtimes.map((folder) => path.join(folder, `panels/${panel}/messages/${locale}.json`))
      : roots.map((folder) => path.join(folder, `locales/${locale}/${namespace}.json`));
    const found = files.flatMap((file) => {
      // Problems of message files are reported where all messages are read.
      const read = readMessageFile(folders.root, path.relative(folders.root, file));
      return read && "tree" in read ? [read.tree] : [];
    });
    trees.set(id, found);
    return found;
  };
  return (locale, key) => {
    const at = key.indexOf(":");
    const parts = key.slice(at + 1).split(".");
    for (const code of [locale, defaultLocale])
      for (const tree of treesOf(code, key.slice(0, at))) {
        const text = textIn(tree, parts);
        // A text with a placeholder is no label on its own.
        if (text !== undefined) return text.includes("{{") ? undefined : text;
      }
    return undefined;
  };
}

function textIn(tree: MessageTree, parts: readonly string[]): string | undefined {
  let node: MessageTree | string | undefined = tree;
  for (const part of parts)
    node = isMessageTree(node) && Object.hasOwn(node, part) ? node[part] : undefined;
  return typeof node === "string" ? node : undefined;
}
