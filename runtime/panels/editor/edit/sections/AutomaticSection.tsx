import { useState } from "react";
import { useLocale } from "#runtime/i18n/context.tsx";
import { DraftField } from "#runtime/panel-kit/settings/DraftField.tsx";
import { readNumber, writeNumber } from "#runtime/panel-kit/settings/clock-text.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { Select } from "#runtime/ui/field/Field.tsx";
import css from "../context/edit.module.css";
import { useEditorState } from "../context/editor-context.ts";
import { commandTarget } from "../project/edit-commands.ts";
import { WorkProgress } from "./WorkProgress.tsx";
import { useAutomatic } from "./use-automatic.ts";

/** Limits of each value, and steps of the arrow keys. */
const LIMITS = {
  threshold: { least: -90, most: -10, steps: [1, 6] },
  shortest: { least: 0.05, most: 60, steps: [0.05, 0.5] },
  margin: { least: 0, most: 5, steps: [0.01, 0.1] },
  amount: { least: 1, most: 60, steps: [1, 6] },
  attack: { least: 1, most: 5000, steps: [10, 100] },
  release: { least: 1, most: 5000, steps: [10, 100] },
} as const;
type Name = keyof typeof LIMITS;
const DEFAULTS: Readonly<Record<Name, number>> = {
  threshold: -45,
  shortest: 0.5,
  margin: 0.1,
  amount: 12,
  attack: 200,
  release: 500,
};

/** Splitting at silence, and lowering a track while another one speaks. */
export function AutomaticSection() {
  const { t } = useLocale();
  const state = useEditorState((current) => current);
  const [values, setValues] = useState(DEFAULTS);
  const [chosen, setChosen] = useState<number | null>(null);
  const [pressed, setPressed] = useState<"split" | "duck">("split");
  const { isReady, progress, cancel, result, splitAtSilence, duck } = useAutomatic();
  const target = commandTarget(state);
  const { tracks } = state.edit;
  const track = tracks.find(({ id }) => id === state.selection.tracks[0]);
  const others = tracks.filter(({ id }) => id !== track?.id);
  const speaker = others.find(({ id }) => id === chosen) ?? others[0];
  const fields = (...names: readonly Name[]) =>
    names.map((name) => (
      <NumberField
        key={name}
        name={name}
        value={values[name]}
        onValue={(value) => setValues((before) => ({ ...before, [name]: value }))}
      />
    ));
  /** Shown below the button that was pressed. */
  const outcome = (
    <>
      <WorkProgress done={progress} onCancel={cancel} />
      {result && <p>{result}</p>}
    </>
  );
  return (
    <div className={css["sectionBody"]}>
      {!target && <p className={css["soft"]}>{t("panel-editor:edit.selectFirst")}</p>}
      {fields("threshold", "shortest", "margin")}
      <Button
        disabled={!target || !isReady}
        busy={progress !== null}
        onClick={() => {
          setPressed("split");
          if (target) void splitAtSilence(target, values)();
        }}
      >
        {t("panel-editor:edit.auto.split")}
      </Button>
      {pressed === "split" && outcome}
      {track && speaker ? (
        <>
          <Select
            label={t("panel-editor:edit.auto.speaker")}
            hint={t("panel-editor:edit.auto.hint", { name: track.name, speaker: speaker.name })}
            value={speaker.id}
            onChange={({ target: { value } }) => setChosen(Number(value))}
          >
            {others.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </Select>
          {fields("amount", "attack", "release")}
          <Button
            disabled={!isReady}
            busy={progress !== null}
            onClick={() => {
              setPressed("duck");
              void duck(track.id, speaker.id, values)();
            }}
          >
            {t("panel-editor:edit.auto.duck")}
          </Button>
        </>
      ) : (
        <p className={css["soft"]}>{t("panel-editor:edit.auto.alone")}</p>
      )}
      {pressed === "duck" && outcome}
    </div>
  );
}

function NumberField({
  name,
  value,
  onValue,
}: {
  readonly name: Name;
  readonly value: number;
  readonly onValue: (value: number) => void;
}) {
  const { t, format } = useLocale();
  const { least, most, steps } = LIMITS[name];
  return (
    <DraftField
      label={t(`panel-editor:edit.auto.${name}`)}
      value={value}
      text={writeNumber(value, format)}
      read={(text) => {
        const number = readNumber(text);
        return number !== null && number >= least && number <= most ? number : null;
      }}
      wrong={t("panel-editor:wrongNumber", { least, most })}
      steps={steps}
      onCommit={(next) => onValue(Math.round(Math.min(most, Math.max(least, next)) * 100) / 100)}
    />
  );
}
