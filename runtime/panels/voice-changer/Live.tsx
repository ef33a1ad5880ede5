import Circle from "lucide-react/icons/circle";
import Headphones from "lucide-react/icons/headphones";
import Mic from "lucide-react/icons/mic";
import Square from "lucide-react/icons/square";
import { useState } from "react";
import { useStore } from "zustand";
import type { VoiceValues } from "#audio/voice/voice-values.ts";
import { useT } from "../../i18n/context.tsx";
import { formatText } from "../../notices/notices.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import { Meter } from "../../ui/Meter.tsx";
import { Checkbox, Select } from "../../ui/field/Field.tsx";
import { InActionBar } from "../../contract/action-bar.ts";
import { useWorkspace } from "../../contract/context.ts";
import { METER_LIMIT, meterPosition } from "../../audio/microphone/meter-position.ts";
import { faultText } from "../../contract/texts.ts";
import type { LiveSession, LiveState } from "./live-session.ts";
import { Remark } from "../../panel-kit/layout/Remark.tsx";
import css from "./panel.module.css";
import { useLive } from "./use-live.ts";
import type { RecorderState } from "../../contract/recorder.ts";

const isBusy = ({ state }: RecorderState): boolean => state !== "idle" && state !== "failed";
const OWN: VoiceValues = { preset: "none", pitch: 0, formant: 0 };

/** Changes the voice live while the visitor speaks. */
export function Live({ values }: { readonly values: VoiceValues }) {
  const t = useT();
  const [changed, setChanged] = useState(true);
  const { live, state } = useLive(changed ? values : OWN);
  const isOn = state.state === "running";
  const isRequesting = state.state === "asking";
  const { recorder } = useWorkspace();
  const isRecording = useStore(recorder, isBusy);
  return (
    <section className={css["sound"]} aria-label={t("panel-voice-changer:live.title")}>
      <Remark icon={<Headphones size={20} aria-hidden="true" />}>
        {t("panel-voice-changer:live.headphones")}
      </Remark>
      {state.state === "failed" && state.fault && (
        <Notice weight="bad">{formatText(faultText(state.fault), t)}</Notice>
      )}
      <InActionBar region="primary">
        <Button
          look="primary"
          icon={isOn || isRequesting ? <Square /> : <Mic />}
          onClick={() => (isOn || isRequesting ? live.stop() : void live.start())}
        >
          {t(`panel-voice-changer:live.${isOn || isRequesting ? "stop" : "start"}`)}
        </Button>
      </InActionBar>
      {isOn && (
        <Checkbox
          as="switch"
          label={t("panel-voice-changer:live.changed")}
          checked={changed}
          onChange={({ target }) => setChanged(target.checked)}
        />
      )}
      <p className={css["soft"]} aria-live="polite">
        {isRequesting && t("workspace:recorder.asking")}
        {isOn && !isRecording && t("panel-voice-changer:live.on")}
      </p>
      {isOn && <Running live={live} state={state} />}
    </section>
  );
}

function Running({ live, state }: { readonly live: LiveSession; readonly state: LiveState }) {
  const t = useT();
  const { recorder, go } = useWorkspace();
  const recording = useStore(recorder, isBusy);
  const { microphones, microphone, level, latency } = state;
  return (
    <>
      <div className={css["live"]}>
        <Meter
          value={meterPosition(level)}
          limit={METER_LIMIT}
          label={t("panel-voice-changer:live.level")}
        />
        <dl className={css["delay"]}>
          <dt>{t("panel-voice-changer:live.delay")}</dt>
          <dd data-latency="">
            <bdi dir="ltr">
              {latency === null ? "–" : t("panel-kit:unit.ms", { value: Math.round(latency) })}
            </bdi>
          </dd>
        </dl>
      </div>
      <p className={css["soft"]}>{t("panel-voice-changer:live.delayHint")}</p>
      {microphones.length > 1 && (
        <div className={css["device"]}>
          <Select
            label={t("panel-voice-changer:live.microphone")}
            value={microphone ?? ""}
            onChange={({ target }) => void live.choose(target.value === "" ? null : target.value)}
          >
            <option value="">{t("panel-voice-changer:live.usual")}</option>
            {microphones.map(({ id, name }, at) => (
              <option key={id} value={id}>
                {name || t("panel-voice-changer:live.numbered", { number: at + 1 })}
              </option>
            ))}
          </Select>
        </div>
      )}
      <div className={css["row"]}>
        <Button
          icon={<Circle />}
          disabled={recording}
          onClick={() => {
            void recorder.start(microphone ?? undefined);
            go("files");
          }}
        >
          {t("panel-voice-changer:live.record")}
        </Button>
        <p className={css["soft"]}>{t("panel-voice-changer:live.recordHint")}</p>
      </div>
    </>
  );
}
