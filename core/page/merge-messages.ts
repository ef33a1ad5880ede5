import type { MessageTree } from "./render.ts";

export const isMessageTree = (value: unknown): value is MessageTree =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Merges two message trees key by key; `over` has precedence. */
export function mergeMessages(base: MessageTree, over: MessageTree): MessageTree {
  const result: Record<string, string | MessageTree> = { ...base };
  for (const [key, value] of Object.entries(over)) {
    const below = base[key];
    result[key] =
      isMessageTree(value) && isMessageTree(below) ? mergeMessages(below, value) : value;
  }
  return result;
}
