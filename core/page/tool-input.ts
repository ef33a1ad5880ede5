import type { ToolPage } from "./page.ts";
import type { Site } from "../site/site.ts";

/** What a tool starts from. */
export type ToolInput = "file" | "link" | "text" | "settings";

const INPUTS: Readonly<Record<string, ToolInput>> = {
  tts: "text",
  podcast: "text",
  download: "link",
  asmr: "settings",
};

type Tool = Pick<ToolPage, "panel" | "preset">;

/** The input of a tool, a file for most tools. */
const declaredInput = ({ panel, preset }: Tool): ToolInput =>
  preset === "link" ? "link" : (INPUTS[panel] ?? "file");

/** Panels whose results are images or texts: a sound before and after would not show the result. */
const OTHER_RESULTS = new Set(["transcript", "video", "animation"]);

/** Whether a tool turns a sound into a sound. */
export const turnsSound = (page: Tool): boolean =>
  declaredInput(page) === "file" && !OTHER_RESULTS.has(page.panel);

/** The input of a tool on a site; without link downloads on the site, only files are accepted. */
export const inputOf = (page: Tool, { links }: Pick<Site, "links">): ToolInput =>
  lacksLinks(page, { links }) ? "file" : declaredInput(page);

/** Whether a tool needs a link and the site does not download links. */
export const lacksLinks = (page: Tool, { links }: Pick<Site, "links">): boolean =>
  !links && declaredInput(page) === "link";
