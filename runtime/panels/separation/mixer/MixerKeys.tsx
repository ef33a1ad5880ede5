import type { StemPlayer } from "#runtime/panel-kit/player/stem-player.ts";
import { useShortcut } from "#runtime/contract/shortcuts/use-shortcut.ts";
import type { Mixer } from "./use-mixer.ts";

/** Distances that keys move the playhead, in seconds. */
const STEP = { plain: 1, far: 5, fine: 0.01 } as const;

/** Binds the keyboard shortcuts of the mixer. */
export function MixerKeys({
  player,
  mixer,
  onToggle,
}: {
  readonly player: StemPlayer | null;
  readonly mixer: Mixer;
  readonly onToggle: () => void;
}): null {
  const { mix, side, selected, select, change } = mixer;
  const by = (seconds: number) => player && (() => player.seek(player.getState().time + seconds));
  const row = (way: 1 | -1) => (): void =>
    select(Math.min(mix.stems.length - 1, Math.max(0, selected + way)));
  const stem = mix.stems[selected];
  useShortcut("audio.play", player && onToggle);
  useShortcut(
    "audio.compare",
    player && (() => mixer.setSide(side === "mix" ? "original" : "mix")),
  );
  useShortcut("audio.mute", stem ? () => change(selected, { muted: !stem.muted }) : null);
  useShortcut("audio.solo", stem ? () => change(selected, { solo: !stem.solo }) : null);
  useShortcut("edit.above", row(-1));
  useShortcut("edit.below", row(1));
  useShortcut("audio.loop", player && (() => mixer.toggleLoop(player.getState().time)));
  useShortcut("audio.in", player && (() => mixer.markEnd("start", player.getState().time)));
  useShortcut("audio.out", player && (() => mixer.markEnd("end", player.getState().time)));
  useShortcut("audio.back", by(-STEP.plain));
  useShortcut("audio.forward", by(STEP.plain));
  useShortcut("audio.backFar", by(-STEP.far));
  useShortcut("audio.forwardFar", by(STEP.far));
  useShortcut("audio.backFine", by(-STEP.fine));
  useShortcut("audio.forwardFine", by(STEP.fine));
  useShortcut("audio.start", player && (() => player.seek(0)));
  return null;
}
