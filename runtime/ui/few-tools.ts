import type { ToolGroup } from "#core/page/page.ts";

/** With fewer, the search's examples, which name what tools do, would find nothing. */
const MANY = 20;

/** Whether a site has so few tools that the search names no examples. */
export const hasFewTools = (groups: readonly ToolGroup[]): boolean =>
  groups.reduce((count, { tools }) => count + tools.length, 0) < MANY;
