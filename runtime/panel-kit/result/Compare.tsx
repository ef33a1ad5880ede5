import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { type ReactNode, memo, useEffect, useState } from "react";
import type { ComparePlayer, ComparisonState, ComparisonSide } from "../player/compare-player.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { useShortcut } from "../../contract/shortcuts/use-shortcut.ts";
import css from "./compare.module.css";
import { useAwaitedFocus } from "./use-awaited-focus.ts";
import { SideChoice } from "./SideChoice.tsx";

const STEP = { plain: 1, far: 5, fine: 0.01 } as const;

/** A strip with playback of original and result at the same position, and further controls. */
export function Compare({
  player,
  state,
  canSolo,
  failed,
  isPreview = false,
  children,
}: {
  readonly player: ComparePlayer | null;
  readonly state: ComparisonState;
  /** Whether the difference can be computed. */
  readonly canSolo: boolean;
  readonly failed: boolean;
  /**
   * Whether it plays a preview, which appears while a visitor may be about to press the start button.
   */
  readonly isPreview?: boolean;
  /** The save button at its end. */
  readonly children?: ReactNode;
}) {
  const { t, format } = useLocale();
  const { side, playing, time } = state;
  const play = useAwaitedFocus<HTMLButtonElement>(!isPreview);
  /** Play was pressed before the sounds were open. */
  const [isAwaited, setAwaited] = useState(false);
  useEffect(() => {
    if (isAwaited) player?.play();
  }, [player, isAwaited]);
  const toggle = (): void => {
    if (!player) setAwaited((was) => !was);
    else if (playing) player.pause();
    else player.play();
  };
  const by = (seconds: number) => player && (() => player.seek(player.getState().time + seconds));
  useShortcut("audio.play", failed ? null : toggle);
  useShortcut(
    "audio.compare",
    player && (() => player.choose(player.getState().side === "after" ? "before" : "after")),
  );
  useShortcut("audio.solo", player && canSolo ? () => player.choose("removed") : null);
  useShortcut("audio.back", by(-STEP.plain));
  useShortcut("audio.forward", by(STEP.plain));
  useShortcut("audio.backFar", by(-STEP.far));
  useShortcut("audio.forwardFar", by(STEP.far));
  useShortcut("audio.backFine", by(-STEP.fine));
  useShortcut("audio.forwardFine", by(STEP.fine));
  useShortcut("audio.start", player && (() => player.seek(0)));

  return (
    <div className={css["strip"]} data-strip="">
      {failed ? (
        <p className={css["soft"]}>{t("panel-kit:noListening")}</p>
      ) : (
        <>
          <Button
            ref={play}
            icon={playing ? <Pause /> : <Play />}
            data-busy={(!player && isAwaited) || undefined}
            onClick={toggle}
          >
            {t(playing ? "panel-kit:pause" : "panel-kit:play")}
          </Button>
          <Sides player={player} side={side} canSolo={canSolo} />
          <span className={css["clock"]}>{format.clock(time, 1)}</span>
        </>
      )}
      {children}
    </div>
  );
}

/** Memoized, so that it does not render during playback. */
const Sides = memo(function Sides({
  player,
  side,
  canSolo,
}: {
  readonly player: ComparePlayer | null;
  readonly side: ComparisonSide;
  readonly canSolo: boolean;
}) {
  return (
    <SideChoice
      sides={canSolo ? ["before", "after", "removed"] : ["before", "after"]}
      side={side}
      disabled={!player}
      onChoose={(name) => player?.choose(name)}
    />
  );
});
