import path from "node:path";
import { writeAtomic } from "../files/files.ts";
import { flatten } from "../build/load/messages.ts";
import type { LoadedSite } from "../check/load-site.ts";
import { messageSets } from "../check/messages/message-sets.ts";
import type { MessageStamps } from "../check/messages/message-stamps.ts";
import {
  isStaleMessage,
  readMessageStamps,
  stampOfMessage,
  stampsFile,
  writeMessageStamps,
} from "../check/messages/message-stamps.ts";

export interface StampMessagesOptions {
  /** Locales to look at. */
  readonly codes: readonly string[];
  /** Also those that nobody has stamped before. */
  readonly start: boolean;
  /** Whether messages of a file are stamped anew where they are stale. */
  readonly isRenewed: (file: string) => boolean;
  readonly write: boolean;
}

/**
 * Notes which English text each message of some locales translates.
 * @returns the files of stamps that change, and how many messages are stamped
 */
export function stampMessages(
  site: LoadedSite,
  { codes, start, isRenewed, write }: StampMessagesOptions,
): { files: string[]; messages: number } {
  const files: string[] = [];
  let messages = 0;
  for (const code of codes) {
    const before = readMessageStamps(site.root, code);
    if (!before && !start) continue;
    const { stamps, count } = stampsOf(site, code, before ?? new Map(), isRenewed);
    const text = writeMessageStamps(stamps);
    if (before && text === writeMessageStamps(before)) continue;
    messages += count;
    files.push(stampsFile(code));
    if (write) writeAtomic(path.join(site.root, stampsFile(code)), text);
  }
  return { files, messages };
}

/** Stamps of the messages that a locale has: those of before, new ones, and those that are renewed. */
function stampsOf(
  site: LoadedSite,
  code: string,
  before: MessageStamps,
  isRenewed: (file: string) => boolean,
): { stamps: Map<string, string>; count: number } {
  const stamps = new Map<string, string>();
  let count = 0;
  for (const set of messageSets(site).sets) {
    if (!set.isFor(code)) continue;
    const english = new Map(flatten(set.treeOf(site.config.defaultLocale)));
    const renewed = set
      .filesOf(code)
      .some((file) => isRenewed(path.relative(site.root, file).split(path.sep).join("/")));
    for (const [key, text] of flatten(set.treeOf(code))) {
      const now = stampOfMessage(english, key);
      if (now === undefined || text.trim() === "") continue;
      const id = `${set.name}:${key}`;
      const was = before.get(id);
      const isKept = was !== undefined && !(renewed && isStaleMessage(before, id, now));
      if (!isKept) count++;
      stamps.set(id, isKept ? was : now);
    }
  }
  return { stamps, count };
}
