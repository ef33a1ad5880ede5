import { VISUALS } from "../../audio/worker/pictures/look.ts";
import { useT } from "../../i18n/context.tsx";
import { LookStrip } from "../../panel-kit/video/LookStrip.tsx";
import { OUTPUT_NAMES, DEFAULT_LOOK } from "../../panel-kit/video/video-settings.ts";
import { VideoPanel } from "../../panel-kit/video/VideoPanel.tsx";
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
      look={({ visual }) => t(`panel-video:visual.${visual}`)}
      choice={({ film, changeLook }, trace) => (
        <LookStrip
          label={t("panel-video:visual.label")}
          options={VISUALS.map((visual) => ({
            value: visual,
            name: t(`panel-video:visual.${visual}`),
            look: { ...film.look, visual },
          }))}
          value={film.look.visual}
          trace={trace}
          onChange={(visual) => changeLook({ visual })}
        />
      )}
    />
  );
}
