import type { WorkspaceTool } from "#core/page/app-data.ts";
import { useT } from "../../i18n/context.tsx";
import { inputOf } from "#core/page/tool-input.ts";
import { englishAttributes } from "../../ui/Translation.tsx";
import { useWorkspace } from "../../contract/context.ts";
import css from "./stage.module.css";

/** Hosted models by panel: their input leaves the device. */
const HOSTED: Readonly<Record<string, readonly ("chat" | "speech" | "transcription")[]>> = {
  tts: ["speech"],
  podcast: ["chat", "speech"],
  translator: ["chat", "speech"],
  transcript: ["transcription"],
};

/** Purpose and location of a tool, shown before anything is started. */
export function ToolFactLine({ tool }: { readonly tool: WorkspaceTool }) {
  const t = useT();
  const { links, hosted } = useWorkspace();
  const input = inputOf(tool, { links: links.enabled });
  const source = input === "link" ? "link" : "device";
  const mayBeSent = HOSTED[tool.panel]?.some((kind) => hosted[kind] !== null) === true;
  const whereText = mayBeSent ? "workspace:hosted" : (`common:place.device.text.${input}` as const);
  return (
    <div className={css["facts"]}>
      <p
        className={css["tagline"]}
        {...englishAttributes(tool.english?.includes("tagline") === true)}
      >
        {tool.tagline}
      </p>
      <p>
        <strong>{t(`common:place.${source}.name`)}</strong>{" "}
        {t(input === "link" ? "common:place.link.text" : whereText)}
      </p>
    </div>
  );
}
