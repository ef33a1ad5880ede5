import path from "node:path";
import { readText } from "../../files/files.ts";
import { shortDigest } from "../../files/hash.ts";
import { splitPlural } from "./messages-forms.ts";

/** Hashes of the English text that a locale's messages translate, by `common:nav.home`. */
export type MessageStamps = ReadonlyMap<string, string>;

/** Hidden next to the messages, because it is not for translators. */
export const stampsFile = (code: string): string => `locales/${code}/.stamps.json`;

/** Undefined for a locale without stamps; an unreadable file counts as empty. */
export function readMessageStamps(root: string, code: string): MessageStamps | undefined {
  const text = readText(path.join(root, stampsFile(code)));
  if (text === undefined) return undefined;
  try {
    return new Map(Object.entries(JSON.parse(text) as Record<string, string>));
  } catch {
    return new Map();
  }
}

/** Serializes stamps, one per line, in a stable order. */
export function writeMessageStamps(stamps: MessageStamps): string {
  const sorted = [...stamps].sort(([a], [b]) => (a < b ? -1 : 1));
  return `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`;
}

/**
 * Hash of the English that a message translates; for a plural form that English lacks, that of its
 * `other`.
 */
export function stampOfMessage(
  english: ReadonlyMap<string, string>,
  key: string,
): string | undefined {
  const text = english.get(key) ?? english.get(`${splitPlural(key)?.base ?? key}_other`);
  return text === undefined ? undefined : shortDigest(text);
}

/**
 * Whether English has changed since a message was translated. A message without a stamp counts as
 * current.
 */
export function isStaleMessage(
  stamps: MessageStamps | undefined,
  id: string,
  english: string | undefined,
): boolean {
  const stamp = stamps?.get(id);
  return stamp !== undefined && english !== undefined && stamp !== english;
}
