import type { ToolPage } from "../../core/page/page.ts";
import type { ZoneInput } from "../ui/DropZone.tsx";

const INPUTS: Readonly<Record<string, ZoneInput>> = {
  tts: "text",
  podcast: "text",
  download: "link",
  asmr: "settings",
};

/** What a tool starts from: most take a file. */
export const inputOf = ({ panel, preset }: ToolPage): ZoneInput =>
  preset === "link" ? "link" : (INPUTS[panel] ?? "file");

/** Panels whose results are pictures or texts: a sound before and after says nothing of them. */
const OTHER_RESULTS = new Set(["transcript", "video", "animation"]);

/** Whether a tool takes a sound and gives one back. */
export const turnsSound = (page: ToolPage): boolean =>
  inputOf(page) === "file" && !OTHER_RESULTS.has(page.panel);
