import type { WorkspaceTool } from "#core/page/app-data.ts";

/**
 * The tool that helps after another one has found nothing, by the message key of that result: what
 * people take for an echo is mostly reverb.
 */
const NEXT_TOOLS: Readonly<Record<string, Pick<WorkspaceTool, "panel" | "preset">>> = {
  "panel-kit:nothing.echo": { panel: "enhance", preset: "reverb" },
};

/** The tool that may help after a job that changed nothing; null if the site does not have it. */
export function nextTool(unchanged: string, tools: readonly WorkspaceTool[]): WorkspaceTool | null {
  const next = NEXT_TOOLS[unchanged];
  if (!next) return null;
  const { panel, preset } = next;
  return (
    tools.find((tool) => tool.available && tool.panel === panel && tool.preset === preset) ?? null
  );
}
