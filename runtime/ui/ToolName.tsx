import type { ToolLink } from "#core/page/page.ts";

/** A tool's name, marked as English on a page of another language if it is not translated. */
export const ToolName = ({ tool }: { readonly tool: Pick<ToolLink, "name" | "english"> }) => (
  <bdi {...(tool.english?.includes("name") && { lang: "en" })}>{tool.name}</bdi>
);
