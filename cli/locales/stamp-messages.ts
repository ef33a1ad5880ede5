import path from "node:path";
import { exists, writeAtomic } from "../files/files.ts";
import { flatten } from "../build/load/messages.ts";
import type { LoadedSite } from "../check/load-site.ts";
import { messageSets } from "../check/messages/message-sets.ts";
import {
  type MessageStamps,
  isStaleMessage,
  readMessageStamps,
  stampOfMessage,
  stampsFile,
  writeMessageStamps,
} from "../check/messages/message-stamps.ts";
import { splitPlural } from "../check/messages/messages-forms.ts";
import { type IsUnchanged, messagesIn } from "./unchanged.ts";

export interface StampMessagesOptions {
  /** Locales to process. */
  readonly codes: readonly string[];
  /** Also stamps messages that never had a stamp. */
  readonly start: boolean;
  /** Whether stale messages of a file are stamped again. */
  readonly isRenewed: (file: string) => boolean;
  /** Undefined if translations count as reviewed even if they have not changed. */
  readonly isUnchanged: IsUnchanged | undefined;
  readonly write: boolean;
}

/** A message or section that is not stamped because it has not changed since its English did. */
export interface Refused {
  readonly file: string;
  readonly name: string;
}

/**
 * Records which English text each message of some locales translates.
 * @returns the changed stamp files, the number of stamped messages, and the rejected ones
 */
export function stampMessages(
  site: LoadedSite,
  { codes, start, write, ...rules }: StampMessagesOptions,
): { files: string[]; messages: number; refused: Refused[] } {
  const files: string[] = [];
  const refused: Refused[] = [];
  let messages = 0;
  for (const code of codes) {
    const before = readMessageStamps(site.root, code);
    if (!before && !start) continue;
    const { stamps, count } = stampsOf(site, code, before ?? new Map(), { ...rules, refused });
    const text = writeMessageStamps(stamps);
    if (before && text === writeMessageStamps(before)) continue;
    messages += count;
    files.push(stampsFile(code));
    if (write) writeAtomic(path.join(site.root, stampsFile(code)), text);
  }
  return { files, messages, refused };
}

/** Stamps of a locale's messages: existing, new and renewed ones. */
function stampsOf(
  site: LoadedSite,
  code: string,
  before: MessageStamps,
  {
    isRenewed,
    isUnchanged,
    refused,
  }: Pick<StampMessagesOptions, "isRenewed" | "isUnchanged"> & { readonly refused: Refused[] },
): { stamps: Map<string, string>; count: number } {
  const stamps = new Map<string, string>();
  let count = 0;
  for (const set of messageSets(site).sets) {
    if (!set.isFor(code)) continue;
    const english = new Map(flatten(set.treeOf(site.config.defaultLocale)));
    const renewed = set
      .filesOf(code)
      .some((file) => isRenewed(path.relative(site.root, file).split(path.sep).join("/")));
    const [from, to] = [site.config.defaultLocale, code].map((each) =>
      set.filesOf(each).find((file) => exists(file)),
    );
    const isOld = (key: string, isStamped: boolean): boolean => {
      const name = english.has(key) ? key : `${splitPlural(key)?.base}_other`;
      return (
        from !== undefined &&
        to !== undefined &&
        isUnchanged?.(
          { file: from, textsOf: messagesIn, name },
          { file: to, textsOf: messagesIn, name: key },
          isStamped,
        ) === true
      );
    };
    for (const [key, text] of flatten(set.treeOf(code))) {
      const now = stampOfMessage(english, key);
      if (now === undefined || text.trim() === "") continue;
      const id = `${set.name}:${key}`;
      const was = before.get(id);
      const keepsStamp = was !== undefined && !(renewed && isStaleMessage(before, id, now));
      if (!keepsStamp && isOld(key, was !== undefined)) {
        refused.push({ file: path.relative(site.root, to!).split(path.sep).join("/"), name: key });
        if (was !== undefined) stamps.set(id, was);
        continue;
      }
      if (!keepsStamp) count++;
      stamps.set(id, keepsStamp ? was : now);
    }
  }
  return { stamps, count };
}
