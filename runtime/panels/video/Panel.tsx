import { VISUALS, type Look } from "../../audio/worker/pictures/look.ts";
import { useT } from "../../i18n/context.tsx";
import { OUTPUT_NAMES, DEFAULT_LOOK } from "../../panel-kit/video/video-settings.ts";
import { VideoPanel } from "../../panel-kit/video/VideoPanel.tsx";
import { Select } from "../../ui/field/Field.tsx";
import type { PanelProps } from "../../contract/panel.ts";

const OUTPUTS = [
  ["mp4", OUTPUT_NAMES.mp4],
  ["webm", OUTPUT_NAMES.webm],
] as const;

/** Turns sounds into videos with a moving picture, titles and captions. */
export default function Panel(props: PanelProps) {
  const t = useT();
  return (
    <VideoPanel
      {...props}
      panel="video"
      action={t("panel-video:start")}
      defaultLook={DEFAULT_LOOK}
      outputs={OUTPUTS}
      choice={({ film, changeLook }) => (
        <Select
          label={t("panel-video:visual.label")}
          value={film.look.visual}
          onChange={({ target }) => changeLook({ visual: target.value as Look["visual"] })}
        >
          {VISUALS.map((visual) => (
            <option key={visual} value={visual}>
              {t(`panel-video:visual.${visual}`)}
            </option>
          ))}
        </Select>
      )}
    />
  );
}
