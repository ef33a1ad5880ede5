import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import Trash2 from "lucide-react/icons/trash-2";
import { type FormEvent, type MouseEvent, useRef, useState } from "react";
import type { Edit } from "#audio/edit/edit.ts";
import {
  addTrackEffect,
  bypassEffect,
  moveTrackEffect,
  removeTrackEffect,
  setEffectValue,
} from "#audio/edit/track-effects.ts";
import type { TrackEffect, TrackEffectName } from "#audio/edit/inserts/track-effect.ts";
import {
  MAX_TRACK_EFFECTS,
  TRACK_EFFECT_NAMES,
  valuesOf,
} from "#audio/edit/inserts/track-effects.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { Button, IconButton } from "#runtime/ui/Button.tsx";
import { Checkbox, Select } from "#runtime/ui/field/Field.tsx";
import css from "../context/edit.module.css";
import { useEditor, useEditorState } from "../context/editor-context.ts";
import { EqualizerCurve } from "./EqualizerCurve.tsx";
import { TrackEffectFields } from "./TrackEffectFields.tsx";
import own from "./track-effects.module.css";

/** Message key of the name of an effect. */
const nameOf = (effect: TrackEffectName): string =>
  effect === "limiter"
    ? "panel-kit:effect.volume.limiter.label"
    : `panel-editor:edit.insert.names.${effect}`;

/** The effects of the first selected track: to add, order, bypass, set and remove. */
export function TrackEffectsSection() {
  const t = useT();
  const { store, announce } = useEditor();
  const track = useEditorState(({ edit, selection }) =>
    edit.tracks.find(({ id }) => id === selection.tracks[0]),
  );
  const [chosen, setChosen] = useState<TrackEffectName>("equalizer");
  const form = useRef<HTMLFormElement>(null);
  if (!track) return <p className={css["soft"]}>{t("panel-editor:edit.insert.noTrack")}</p>;
  const effects = track.effects ?? [];
  const commit = (next: Edit, step: string): void => {
    store.commit(next, { step });
    announce(step);
  };
  const add = (event: FormEvent): void => {
    event.preventDefault();
    commit(addTrackEffect(store.getState().edit, track.id, chosen), "insertAdd");
  };
  return (
    <div className={css["sectionBody"]}>
      <p className={css["soft"]}>{t("panel-editor:edit.insert.hint", { name: track.name })}</p>
      {effects.length > 0 && (
        <ol className={own["effects"]}>
          {effects.map((effect, index) => (
            <TrackEffectItem
              key={effect.id}
              effect={effect}
              track={track.id}
              isFirst={index === 0}
              isLast={index === effects.length - 1}
              commit={commit}
              onRemoved={() => form.current?.querySelector("select")?.focus()}
            />
          ))}
        </ol>
      )}
      <form ref={form} className={css["pair"]} onSubmit={add}>
        <Select
          label={t("panel-editor:effect.label")}
          value={chosen}
          onChange={({ target }) => setChosen(target.value as TrackEffectName)}
        >
          {TRACK_EFFECT_NAMES.map((name) => (
            <option key={name} value={name}>
              {t(nameOf(name))}
            </option>
          ))}
        </Select>
        <Button type="submit" disabled={effects.length >= MAX_TRACK_EFFECTS}>
          {t("panel-editor:edit.insert.add")}
        </Button>
      </form>
    </div>
  );
}

function TrackEffectItem({
  effect: one,
  track,
  isFirst,
  isLast,
  commit,
  onRemoved,
}: {
  readonly effect: TrackEffect;
  readonly track: number;
  readonly isFirst: boolean;
  readonly isLast: boolean;
  readonly commit: (next: Edit, step: string) => void;
  /** Receives the focus of the removed controls. */
  readonly onRemoved: () => void;
}) {
  const t = useT();
  const { store } = useEditor();
  const { id, effect, bypassed } = one;
  const { nextId, sampleRate } = useEditorState(({ edit }) => edit);
  const [isOpen, setOpen] = useState(id === nextId - 1);
  const name = t(nameOf(effect));
  const edit = () => store.getState().edit;
  const values = valuesOf(effect, one.values);
  const move = (by: 1 | -1, { currentTarget: pressed }: MouseEvent<HTMLButtonElement>): void => {
    commit(moveTrackEffect(edit(), track, id, by), "insertMove");
    // Moving an element in the document takes the focus from it, and so does disabling it.
    requestAnimationFrame(() => {
      const summary = pressed.closest("details")?.querySelector("summary");
      (pressed.disabled ? summary : pressed)?.focus();
    });
  };
  return (
    <li>
      <details
        className={css["section"]}
        open={isOpen}
        onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      >
        <summary data-bypassed={bypassed}>{name}</summary>
        {isOpen && (
          <div className={own["body"]}>
            <div className={css["row"]}>
              <Checkbox
                as="switch"
                label={t("panel-editor:edit.insert.on")}
                checked={!bypassed}
                onChange={({ target: { checked } }) =>
                  commit(bypassEffect(edit(), { track, id }, !checked), "insertBypass")
                }
              />
              <span>
                <IconButton
                  label={t("panel-editor:edit.insert.earlier", { name })}
                  disabled={isFirst}
                  onClick={(event) => move(-1, event)}
                >
                  <ChevronUp />
                </IconButton>
                <IconButton
                  label={t("panel-editor:edit.insert.later", { name })}
                  disabled={isLast}
                  onClick={(event) => move(1, event)}
                >
                  <ChevronDown />
                </IconButton>
                <IconButton
                  label={t("panel-kit:remove", { name })}
                  onClick={() => {
                    commit(removeTrackEffect(edit(), track, id), "insertRemove");
                    onRemoved();
                  }}
                >
                  <Trash2 />
                </IconButton>
              </span>
            </div>
            {effect === "equalizer" && (
              <EqualizerCurve values={valuesOf(effect, one.values)} sampleRate={sampleRate} />
            )}
            <TrackEffectFields
              effect={effect}
              values={values}
              onChange={(parameter, value) =>
                store.commit(setEffectValue(edit(), { track, id }, parameter, value), {
                  step: "insertSet",
                  movement: `insert ${id} ${parameter}`,
                })
              }
            />
          </div>
        )}
      </details>
    </li>
  );
}
