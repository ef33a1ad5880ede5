import { useState } from "react";
import type { SoundTrace } from "#audio/visual/sound-trace.ts";
import { canDrawTemplates } from "../../audio/worker/pictures/gl/create-gl-painter.ts";
import { TEMPLATES } from "../../audio/worker/pictures/gl/templates.ts";
import type { Look } from "../../audio/worker/pictures/look.ts";
import { useT } from "../../i18n/context.tsx";
import { LookStrip } from "../../panel-kit/video/LookStrip.tsx";
import { MediaField } from "../../panel-kit/video/VideoFields.tsx";
import { OUTPUT_NAMES, STYLES, DEFAULT_LOOK } from "../../panel-kit/video/video-settings.ts";
import { VideoPanel } from "../../panel-kit/video/VideoPanel.tsx";
import type { VideoSetup } from "../../panel-kit/video/use-video-setup.ts";
import css from "../../panel-kit/layout/kit.module.css";
import { Notice } from "../../ui/Feedback.tsx";
import { Checkbox, Slider } from "../../ui/field/Field.tsx";
import type { PanelProps } from "../../contract/panel.ts";

const SEEDS = 99;

const createDefaultLook = (): Look => ({
  ...DEFAULT_LOOK,
  ...STYLES.tide,
  visual: "none",
  progress: false,
  template: "rings",
  calm: matchMedia("(prefers-reduced-motion: reduce)").matches,
});

/** Animations to sounds, as videos, GIFs or still images. */
export default function Panel(props: PanelProps) {
  const t = useT();
  const [defaultLook] = useState(createDefaultLook);
  const [canDraw] = useState(canDrawTemplates);
  if (!canDraw) return <Notice weight="bad">{t("panel-animation:noGraphics")}</Notice>;
  return (
    <VideoPanel
      {...props}
      panel="animation"
      action={t("panel-animation:start")}
      defaultLook={defaultLook}
      outputs={[
        ["mp4", OUTPUT_NAMES.mp4],
        ["webm", OUTPUT_NAMES.webm],
        ["gif", t("panel-animation:output.gif")],
        ["png", t("panel-animation:output.png")],
      ]}
      look={({ template }) => (template === "" ? "" : t(`panel-animation:template.${template}`))}
      choice={(setup, trace) => <Choice setup={setup} trace={trace} />}
    />
  );
}

function Choice({
  setup,
  trace,
}: {
  readonly setup: VideoSetup;
  readonly trace: SoundTrace | null;
}) {
  const t = useT();
  const { film, changeLook } = setup;
  const { template, seed, calm } = film.look;
  return (
    <>
      <LookStrip
        label={t("panel-animation:template.label")}
        options={TEMPLATES.map((one) => ({
          value: one,
          name: t(`panel-animation:template.${one}`),
          look: { ...film.look, template: one },
        }))}
        value={template}
        trace={trace}
        onChange={(one) => changeLook({ template: one })}
      />
      <Slider
        label={t("panel-animation:seed")}
        output={String(seed)}
        min={1}
        max={SEEDS}
        step={1}
        value={seed}
        onChange={({ target }) => changeLook({ seed: target.valueAsNumber })}
      />
      <div className={css["row"]}>
        <Checkbox
          label={t("panel-animation:calm")}
          checked={calm}
          onChange={({ target }) => changeLook({ calm: target.checked })}
        />
        <MediaField setup={setup} label={t("panel-animation:logo")} accept="image/*" />
      </div>
      {film.output === "gif" && <p className={css["note"]}>{t("panel-animation:gifHint")}</p>}
    </>
  );
}
