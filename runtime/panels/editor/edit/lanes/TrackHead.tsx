import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import Trash2 from "lucide-react/icons/trash-2";
import { moveTrack } from "#audio/edit/arrange.ts";
import { type Track, changeTrack, removeTrack } from "#audio/edit/edit.ts";
import { useLocale, useT } from "#runtime/i18n/context.tsx";
import { Fader } from "#runtime/panel-kit/strip/Fader.tsx";
import { StripToggle } from "#runtime/panel-kit/strip/StripToggle.tsx";
import { IconButton } from "#runtime/ui/Button.tsx";
import type { EditorStore } from "../project/edit-store.ts";
import css from "../../parts/track-head.module.css";
import { NameField } from "../../parts/NameField.tsx";

/** dB of the volume slider's ends; at the lower one the track is all but silent. */
const VOLUME = { least: -60, most: 12 } as const;

/** What is set for a track: its name, whether and how loud it is heard, and where. */
export function TrackHead({
  store,
  track,
  row,
  rows,
  selected,
}: {
  readonly store: EditorStore;
  readonly track: Track;
  /** Place among all of them, from 0. */
  readonly row: number;
  readonly rows: number;
  readonly selected: boolean;
}) {
  const { t, format } = useLocale();
  const { id, name, gain, pan, muted, solo } = track;
  const mix = (part: Parameters<typeof changeTrack>[2], kind: string): void => {
    const before = store.getState().edit;
    // A place between left and right needs both.
    const wide = part.pan !== undefined && before.channels === 1;
    store.commit(changeTrack(wide ? { ...before, channels: 2 } : before, id, part), {
      step: kind === "name" ? "track" : "mixer",
      movement: `${kind} ${id}`,
    });
  };
  const panText =
    pan === 0
      ? t("panel-kit:mixer.middle")
      : t(`panel-kit:mixer.${pan < 0 ? "left" : "right"}`, {
          value: Math.round(Math.abs(pan) * 100),
        });
  return (
    <fieldset
      className={css["head"]}
      aria-label={name}
      data-selected={selected || undefined}
      onPointerDown={() => store.select({ tracks: [id] })}
    >
      <div className={css["headRow"]}>
        <NameField
          label={t("panel-editor:edit.track.name")}
          name={name}
          onName={(next) => mix({ name: next }, "name")}
        />
        <StripToggle
          kind="mute"
          label={t("panel-kit:mixer.mute")}
          pressed={muted}
          onToggle={() => mix({ muted: !muted }, "mute")}
        />
        <StripToggle
          kind="solo"
          label={t("panel-editor:edit.track.solo")}
          pressed={solo}
          onToggle={() => mix({ solo: !solo }, "solo")}
        />
      </div>
      <Fader
        label={t("panel-kit:mixer.volume")}
        text={format.decibels(gain)}
        range={[VOLUME.least, VOLUME.most]}
        step={0.5}
        value={gain}
        onChange={(next) => mix({ gain: next }, "gain")}
      />
      <Fader
        label={t("panel-kit:mixer.pan")}
        text={panText}
        range={[-1, 1]}
        step={0.05}
        value={pan}
        onChange={(next) => mix({ pan: next }, "pan")}
      />
      {selected && <TrackMoves store={store} id={id} row={row} rows={rows} />}
    </fieldset>
  );
}

/** Moves a track among the others, or removes it. */
function TrackMoves({
  store,
  id,
  row,
  rows,
}: {
  readonly store: EditorStore;
  readonly id: number;
  readonly row: number;
  readonly rows: number;
}) {
  const t = useT();
  const edit = () => store.getState().edit;
  return (
    <div className={css["headIcons"]}>
      <IconButton
        label={t("panel-editor:edit.track.up")}
        disabled={row === 0}
        onClick={() => store.commit(moveTrack(edit(), id, row - 1), { step: "trackMove" })}
      >
        <ChevronUp />
      </IconButton>
      <IconButton
        label={t("panel-editor:edit.track.down")}
        disabled={row === rows - 1}
        onClick={() => store.commit(moveTrack(edit(), id, row + 1), { step: "trackMove" })}
      >
        <ChevronDown />
      </IconButton>
      <IconButton
        label={t("panel-editor:edit.track.remove")}
        onClick={() => store.commit(removeTrack(edit(), id), { step: "trackRemove" })}
      >
        <Trash2 />
      </IconButton>
    </div>
  );
}
