import { useCallback, useEffect, useRef } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { describeError } from "#runtime/contract/describe-error.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { Fault } from "#runtime/contract/fault.ts";
import type { FoundLink } from "#runtime/contract/links.ts";

/** A link with the result of its lookup. */
export interface LinkItem {
  readonly url: string;
  /** Null until it has been looked up. */
  readonly found: FoundLink | null;
  /** Error of the lookup; null if there is none. */
  readonly fault: Fault | null;
  /** Addresses of the picked entries of a list. */
  readonly picked: ReadonlySet<string>;
}

/** Lasts as long as the document, so that the panel is restored when the visitor returns to it. */
const items = createStore<readonly LinkItem[]>(() => []);

/** Number of concurrent lookups. */
const AT_ONCE = 3;

const change = (url: string, patch: Partial<LinkItem>): void =>
  items.setState(
    items.getState().map((one) => (one.url === url ? { ...one, ...patch } : one)),
    true,
  );

export interface LinkList {
  readonly items: readonly LinkItem[];
  /** Looks links up; known ones are ignored. @returns whether it does, which requires an account */
  readonly add: (urls: readonly string[]) => Promise<boolean>;
  readonly lookAgain: (url: string) => void;
  readonly remove: (url: string) => void;
  readonly pick: (url: string, picked: ReadonlySet<string>) => void;
  readonly clear: () => void;
}

/** The links of the panel. */
export function useLinks(): LinkList {
  const { links, user, dialogs, report } = useWorkspace();
  const all = useStore(items);
  const ended = useRef(new AbortController());
  useEffect(() => {
    ended.current = new AbortController();
    return () => ended.current.abort();
  }, []);

  const lookUp = useCallback(
    async (url: string): Promise<void> => {
      const { signal } = ended.current;
      change(url, { found: null, fault: null });
      try {
        const found = await links.resolve(url, signal);
        change(url, { found, picked: new Set() });
      } catch (error) {
        if (!signal.aborted) change(url, { fault: describeError(error, report) });
      }
    },
    [links, report],
  );
  const add = useCallback(
    async (urls: readonly string[]): Promise<boolean> => {
      // Lookups are free but need an account.
      const isIn =
        user.getState().token !== null ||
        (await dialogs.ask({ name: "register", why: "panel-download:account" }));
      if (!isIn) return false;
      const known = items.getState();
      const fresh = urls.filter((url) => !known.some((one) => one.url === url));
      const empty = { found: null, fault: null, picked: new Set<string>() };
      items.setState([...known, ...fresh.map((url) => ({ url, ...empty }))], true);
      const waiting = [...fresh];
      const work = async (): Promise<void> => {
        for (let url = waiting.shift(); url !== undefined; url = waiting.shift()) await lookUp(url);
      };
      for (let at = 0; at < AT_ONCE; at++) void work();
      return true;
    },
    [user, dialogs, lookUp],
  );
  return {
    items: all,
    add,
    lookAgain: (url) => void lookUp(url),
    remove: (url) =>
      items.setState(
        items.getState().filter((one) => one.url !== url),
        true,
      ),
    pick: (url, picked) => change(url, { picked }),
    clear: () => items.setState([], true),
  };
}
