import ChevronDown from "lucide-react/icons/chevron-down";
import ChevronUp from "lucide-react/icons/chevron-up";
import EllipsisVertical from "lucide-react/icons/ellipsis-vertical";
import Trash2 from "lucide-react/icons/trash-2";
import { memo } from "react";
import { moveTrack } from "#audio/edit/arrange.ts";
import { type Track, changeTrack, removeTrack } from "#audio/edit/edit.ts";
import { useLocale, useT } from "#runtime/i18n/context.tsx";
import { Fader } from "#runtime/panel-kit/strip/Fader.tsx";
import { StripToggle } from "#runtime/panel-kit/strip/StripToggle.tsx";
import { Menu, MenuButton, MenuList } from "#runtime/ui/menu/Menu.tsx";
import { useEditor } from "../context/editor-context.ts";
import css from "../../parts/track-head.module.css";
import { NameField } from "../../parts/NameField.tsx";

/** Range of the volume slider in dB; at its lower end a track is practically silent. */
const VOLUME = { min: -60, max: 12 } as const;

/** Name, mute, solo, volume and pan of a track. */
export const TrackHead = memo(function TrackHead({
  track,
  row,
  rows,
  selected,
}: {
  readonly track: Track;
  /** Index among all tracks. */
  readonly row: number;
  readonly rows: number;
  readonly selected: boolean;
}) {
  const { t, format } = useLocale();
  const { store } = useEditor();
  const { id, name, gain, pan, muted, solo } = track;
  const mix = (part: Parameters<typeof changeTrack>[2], kind: string): void => {
    const before = store.getState().edit;
    // Panning needs two channels.
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
        <TrackMenu id={id} name={name} row={row} rows={rows} />
      </div>
      <Fader
        label={t("panel-kit:mixer.volume")}
        text={format.decibels(gain)}
        range={[VOLUME.min, VOLUME.max]}
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
    </fieldset>
  );
});

/** A menu that moves a track up or down, or removes it. */
function TrackMenu({
  id,
  name,
  row,
  rows,
}: {
  readonly id: number;
  readonly name: string;
  readonly row: number;
  readonly rows: number;
}) {
  const t = useT();
  const { store } = useEditor();
  const edit = () => store.getState().edit;
  return (
    <Menu label={t("workspace:more", { name })} icon={<EllipsisVertical />}>
      {() => (
        <MenuList>
          <MenuButton
            icon={<ChevronUp />}
            disabled={row === 0}
            onClick={() => store.commit(moveTrack(edit(), id, row - 1), { step: "trackMove" })}
          >
            {t("panel-editor:edit.track.up")}
          </MenuButton>
          <MenuButton
            icon={<ChevronDown />}
            disabled={row === rows - 1}
            onClick={() => store.commit(moveTrack(edit(), id, row + 1), { step: "trackMove" })}
          >
            {t("panel-editor:edit.track.down")}
          </MenuButton>
          <MenuButton
            icon={<Trash2 />}
            onClick={() => store.commit(removeTrack(edit(), id), { step: "trackRemove" })}
          >
            {t("panel-editor:edit.track.remove")}
          </MenuButton>
        </MenuList>
      )}
    </Menu>
  );
}
