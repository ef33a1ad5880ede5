import type { Site } from "#core/site/site.ts";
import type { ToolPage } from "#core/page/page.ts";
import type { ZoneInput } from "../ui/DropZone.tsx";

const INPUTS: Readonly<Record<string, ZoneInput>> = {
  tts: "text",
  podcast: "text",
  download: "link",
  asmr: "settings",
};

type Tool = Pick<ToolPage, "panel" | "preset">;

/** What a tool starts from: most take a file. */
const wantedOf = ({ panel, preset }: Tool): ZoneInput =>
  preset === "link" ? "link" : (INPUTS[panel] ?? "file");

/** Panels whose results are pictures or texts: a sound before and after says nothing of them. */
const OTHER_RESULTS = new Set(["transcript", "video", "animation"]);

/** Whether a tool takes a sound and gives one back. */
export const turnsSound = (page: Tool): boolean =>
  wantedOf(page) === "file" && !OTHER_RESULTS.has(page.panel);

/** What a tool starts from on a site; where that fetches from no links, files are left. */
export const inputOf = (page: Tool, { links }: Pick<Site, "links">): ZoneInput =>
  lacksLinks(page, { links }) ? "file" : wantedOf(page);

/** Whether a tool would start from a link, and the site fetches from none. */
export const lacksLinks = (page: Tool, { links }: Pick<Site, "links">): boolean =>
  !links && wantedOf(page) === "link";
