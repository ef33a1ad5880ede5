import { toolCallsOf } from "#core/jobs/tool-calls.ts";
import { useWorkspace } from "../../contract/context.ts";
import type { PanelProps } from "../../contract/panel.ts";

/**
 * Whether a tool can run on the site's servers, which needs a price by length, as the server holds
 * jobs to the length that was paid for.
 */
export function useServers({ panel, preset, cost }: PanelProps["tool"]): boolean {
  const { servers } = useWorkspace();
  if (!servers || (cost !== 1 && cost !== 2)) return false;
  return Object.keys(toolCallsOf(panel, preset).calls).length > 0;
}
