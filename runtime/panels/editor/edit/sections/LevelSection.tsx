import { useState } from "react";
import { FADE_CURVES } from "#audio/signal/fade.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { Select } from "#runtime/ui/field/Field.tsx";
import {
  readClock,
  readNumber,
  writeClock,
  writeNumber,
} from "#runtime/panel-kit/settings/clock-text.ts";
import { type EditSettings, useEditSettings } from "../context/edit-settings.ts";
import { useEditor, useEditorState } from "../context/editor-context.ts";
import { DraftField } from "#runtime/panel-kit/settings/DraftField.tsx";
import { COMMANDS } from "../project/edit-commands.ts";
import { bindCommand, silenceAction } from "../project/edit-actions.ts";
import css from "../context/edit.module.css";
import { useGain } from "../tools/use-gain.ts";

/** Range of the gain in dB. The names are placeholders of the error message. */
const GAIN = { least: -60, most: 40 } as const;
/** Maximum length of an inserted silence, in seconds. */
const MAX_SILENCE = 3600;

const readGain = (text: string): number | null => {
  const value = readNumber(text);
  return value !== null && value >= GAIN.least && value <= GAIN.most ? value : null;
};

/** Level, fades and silence of the selection. */
export function LevelSection() {
  const { t, format } = useLocale();
  const { store, announce } = useEditor();
  const state = useEditorState((current) => current);
  const [{ curve }, change] = useEditSettings();
  const [gain, setGain] = useState(3);
  const [seconds, setSeconds] = useState(1);
  const level = useGain();
  const context = { store, state, announce };
  const insert = silenceAction(context, seconds);
  const restore = bindCommand(context, "restore", (now) => COMMANDS.restore(now));
  return (
    <div className={css["sectionBody"]}>
      {!level.gain && <p className={css["soft"]}>{t("panel-editor:edit.selectFirst")}</p>}
      <div className={css["pair"]}>
        <DraftField
          label={t("panel-editor:number.gain")}
          value={gain}
          text={writeNumber(gain, format)}
          read={readGain}
          wrong={t("panel-editor:wrongNumber", GAIN)}
          steps={[0.1, 1]}
          onCommit={(next) =>
            setGain(Math.round(Math.min(GAIN.most, Math.max(GAIN.least, next)) * 100) / 100)
          }
        />
        <Button disabled={!level.gain} onClick={() => level.gain?.(gain)}>
          {t("panel-editor:edit.level.gain")}
        </Button>
        <Button disabled={!level.normalize} busy={level.isBusy} onClick={() => level.normalize?.()}>
          {t("panel-editor:edit.level.normalise")}
        </Button>
      </div>
      <Select
        label={t("panel-editor:curve")}
        hint={t("panel-editor:edit.level.curveHint")}
        value={curve}
        onChange={({ target: { value } }) => change({ curve: value as EditSettings["curve"] })}
      >
        {FADE_CURVES.map((name) => (
          <option key={name} value={name}>
            {t(`panel-editor:curves.${name}`)}
          </option>
        ))}
      </Select>
      <div className={css["pair"]}>
        <DraftField
          label={t("panel-editor:edit.level.silence")}
          value={seconds}
          text={writeClock(seconds, format)}
          read={readClock}
          wrong={t("panel-kit:wrongTime")}
          steps={[0.01, 1]}
          onCommit={(next) => setSeconds(Math.min(MAX_SILENCE, Math.max(0.001, next)))}
        />
        <Button disabled={!insert} onClick={() => insert?.()}>
          {t("panel-editor:edit.level.insert")}
        </Button>
        {restore && <Button onClick={restore}>{t("panel-editor:edit.level.restore")}</Button>}
      </div>
    </div>
  );
}
