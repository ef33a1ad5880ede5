import type { Config } from "#core/site/config.ts";
import { type Problem, problem } from "#core/errors/errors.ts";
import { isMessageTree, mergeMessages } from "#core/page/merge-messages.ts";
import type { Messages, MessageTree } from "#core/page/render.ts";
import { digest } from "../../files/hash.ts";
import { readUtf8 } from "../../files/read-utf8.ts";

export interface LocaleMessages {
  /** The locale's messages with the fallback locale's for missing keys. */
  readonly merged: Messages;
  /** Only the locale's own messages, which are published for the browser. */
  readonly own: Messages;
  readonly digest: string;
}

/** Keys of a tree, as `a.b.c`, with their texts. */
export function flatten(tree: MessageTree, prefix = ""): [key: string, text: string][] {
  return Object.entries(tree).flatMap(([key, value]): [string, string][] =>
    typeof value === "string" ? [[prefix + key, value]] : flatten(value, `${prefix}${key}.`),
  );
}

function invalid(value: unknown, at: string): string | undefined {
  if (typeof value === "string") return undefined;
  if (!isMessageTree(value)) return `${at || "the file"} is neither a text nor an object`;
  for (const [key, child] of Object.entries(value)) {
    const found = invalid(child, at ? `${at}.${key}` : key);
    if (found) return found;
  }
  return undefined;
}

/**
 * Offset of a JSON syntax error. Some of V8's messages contain it; otherwise it is the end of the
 * shortest
 * prefix that fails with the same message.
 */
function failsAt(text: string, message: string): number {
  const offset = /position (\d+)/.exec(message)?.[1];
  if (offset !== undefined) return Number(offset);
  if (message.startsWith("Unexpected end")) return text.length;
  const kind = message.split(",", 1)[0]!;
  let [low, high] = [0, text.length];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (failureOf(text.slice(0, middle)).startsWith(kind)) high = middle;
    else low = middle;
  }
  return high - 1;
}

function failureOf(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

/**
 * Reads a message file; undefined if there is none.
 * @param file below `root`
 */
export function readMessageFile(
  root: string,
  file: string,
): { readonly tree: MessageTree } | { readonly problem: Problem } | undefined {
  const found = readUtf8(root, file);
  if (!found || "problem" in found) return found;
  const { text } = found;
  try {
    const value: unknown = JSON.parse(text);
    const detail = invalid(value, "");
    return detail || !isMessageTree(value)
      ? {
          problem: problem(
            "MESSAGE_INVALID",
            { detail: detail ?? "it is not an object" },
            { file },
          ),
        }
      : { tree: value };
  } catch (error) {
    const { message } = error as Error;
    const before = text.slice(0, failsAt(text, message)).split("\n");
    const location = { file, line: before.length, column: before.at(-1)!.length + 1 };
    return { problem: problem("MESSAGE_INVALID", { detail: message }, location) };
  }
}

/**
 * Reads the messages of every locale. A site's own file is merged over the program's, so a site
 * contains
 * only the messages that it changes.
 */
export function loadMessages(
  config: Config,
  roots: readonly string[],
): { messages: ReadonlyMap<string, LocaleMessages>; problems: Problem[] } {
  const problems: Problem[] = [];
  const read = (code: string, name: string): MessageTree =>
    roots.reduce<MessageTree>((tree, root) => {
      const found = readMessageFile(root, `locales/${code}/${name}.json`);
      if (found && "problem" in found) problems.push(found.problem);
      return found && "tree" in found ? mergeMessages(tree, found.tree) : tree;
    }, {});
  const load = (code: string, files: readonly string[]): Messages =>
    Object.fromEntries(files.map((name) => [name, read(code, name)]));

  const fallbackLocale = config.locales.find(({ code }) => code === config.defaultLocale)!;
  const fallback = load(fallbackLocale.code, fallbackLocale.files);
  const messages = new Map<string, LocaleMessages>();
  for (const { code, files } of config.locales) {
    const own = code === fallbackLocale.code ? fallback : load(code, files);
    const merged = mergeMessages(fallback as MessageTree, own as MessageTree) as Messages;
    messages.set(code, { own, merged, digest: digest(JSON.stringify(merged)) });
  }
  return { messages, problems };
}

/** Texts under a `file:key`, with its plural forms, as one string to compare. */
export function messageValue(messages: Messages, id: string): string {
  const [file, key] = id.split(":", 2) as [string, string];
  const parts = key.split(".");
  let node: MessageTree | string | undefined = messages[file];
  for (const part of parts.slice(0, -1)) node = isMessageTree(node) ? node[part] : undefined;
  if (!isMessageTree(node)) return "";
  const last = parts.at(-1)!;
  let value = "";
  for (const [name, text] of Object.entries(node))
    if (
      name === last ||
      (name.startsWith(last) &&
        /^_(ordinal_)?(zero|one|two|few|many|other)$/.test(name.slice(last.length)))
    )
      value += `${name}\0${typeof text === "string" ? text : JSON.stringify(text)}\0`;
  return value;
}
