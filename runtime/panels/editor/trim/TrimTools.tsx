import Maximize from "lucide-react/icons/maximize-2";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import Plus from "lucide-react/icons/plus";
import Redo from "lucide-react/icons/redo-2";
import Scissors from "lucide-react/icons/scissors";
import Undo from "lucide-react/icons/undo-2";
import ZoomIn from "lucide-react/icons/zoom-in";
import ZoomOut from "lucide-react/icons/zoom-out";
import { type View, zoomView } from "#runtime/audio/waveform/view.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { Button, IconButton } from "#runtime/ui/Button.tsx";
import { Checkbox } from "#runtime/ui/field/Field.tsx";
import { useShortcut } from "#runtime/contract/shortcuts/use-shortcut.ts";
import type { LoopPlayer } from "#runtime/panel-kit/player/loop-player.ts";
import css from "../parts/panel.module.css";
import type { Regions } from "./use-regions.ts";

const STEP = { plain: 1, far: 5, fine: 0.01 } as const;
const ZOOM = 2;

/** The toolbar of the waveform, with its keyboard shortcuts. */
export function TrimTools({
  player,
  playing,
  time,
  duration,
  regions,
  setView,
  loop,
  onLoop,
}: {
  readonly player: LoopPlayer;
  readonly playing: boolean;
  /** Seconds. */
  readonly time: number;
  readonly duration: number;
  readonly regions: Regions;
  readonly setView: (change: (now: View) => View) => void;
  readonly loop: boolean;
  readonly onLoop: (on: boolean) => void;
}) {
  const { t, format } = useLocale();
  const { selected, all, undo, redo } = regions;
  const toggle = (): void => (playing ? player.pause() : player.play());
  const by = (seconds: number) => () => player.seek(player.getState().time + seconds);
  const zoom = (factor: number) => () =>
    setView((now) => {
      const isSeen = time >= now.from && time <= now.to;
      return zoomView(now, { factor, at: isSeen ? time : (now.from + now.to) / 2, duration });
    });
  const fit = (): void => setView(() => ({ from: 0, to: duration }));
  const here = (): number => player.getState().time;
  const remove = all.length > 1 ? () => regions.remove(selected.id) : null;
  useShortcut("audio.play", toggle);
  useShortcut("audio.loop", () => onLoop(!loop));
  useShortcut("audio.in", () => regions.move(selected.id, "start", here()));
  useShortcut("audio.out", () => regions.move(selected.id, "end", here()));
  useShortcut("audio.cut", () => regions.split(here()));
  useShortcut("audio.delete", remove);
  useShortcut("audio.undo", undo);
  useShortcut("audio.redo", redo);
  useShortcut("audio.back", by(-STEP.plain));
  useShortcut("audio.forward", by(STEP.plain));
  useShortcut("audio.backFar", by(-STEP.far));
  useShortcut("audio.forwardFar", by(STEP.far));
  useShortcut("audio.backFine", by(-STEP.fine));
  useShortcut("audio.forwardFine", by(STEP.fine));
  useShortcut("audio.start", () => player.seek(selected.start));
  useShortcut("audio.end", () => player.seek(selected.end));
  useShortcut("audio.zoomIn", zoom(ZOOM));
  useShortcut("audio.zoomOut", zoom(1 / ZOOM));
  useShortcut("audio.fit", fit);

  return (
    <div className={css["tools"]}>
      <div className={css["row"]}>
        <Button icon={playing ? <Pause /> : <Play />} onClick={toggle}>
          {t(playing ? "panel-kit:pause" : "panel-kit:play")}
        </Button>
        <Checkbox
          as="switch"
          label={t("panel-editor:loop")}
          checked={loop}
          onChange={({ target }) => onLoop(target.checked)}
        />
        <span className={css["clock"]}>{format.clock(time, 3)}</span>
      </div>
      <div className={css["icons"]}>
        <IconButton
          label={t("panel-editor:split")}
          disabled={time <= selected.start || time >= selected.end}
          onClick={() => regions.split(here())}
        >
          <Scissors />
        </IconButton>
        <IconButton label={t("panel-editor:add")} onClick={() => regions.add(here())}>
          <Plus />
        </IconButton>
        <IconButton label={t("panel-editor:undo")} disabled={!undo} onClick={() => undo?.()}>
          <Undo />
        </IconButton>
        <IconButton label={t("panel-editor:redo")} disabled={!redo} onClick={() => redo?.()}>
          <Redo />
        </IconButton>
        <IconButton label={t("panel-editor:zoomOut")} onClick={zoom(1 / ZOOM)}>
          <ZoomOut />
        </IconButton>
        <IconButton label={t("panel-editor:zoomIn")} onClick={zoom(ZOOM)}>
          <ZoomIn />
        </IconButton>
        <IconButton label={t("panel-editor:fit")} onClick={fit}>
          <Maximize />
        </IconButton>
      </div>
    </div>
  );
}
