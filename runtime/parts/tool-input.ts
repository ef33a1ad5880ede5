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
