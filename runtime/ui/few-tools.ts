import type { ToolGroup } from "#core/page/page.ts";

/**
 * Minimum number of tools for which the search's examples, which describe what tools do, find
 * results.
 */
const MANY = 20;

/** Whether a site has too few tools for search examples. */
export const hasFewTools = (groups: readonly ToolGroup[]): boolean =>
  groups.reduce((count, { tools }) => count + tools.length, 0) < MANY;
