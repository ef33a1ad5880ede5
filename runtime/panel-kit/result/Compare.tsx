import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { useEffect, useState } from "react";
import type { ComparePlayer, ComparisonState, ComparisonSide } from "../player/compare-player.ts";
import type { RunRecord } from "../../audio/records.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { Checkbox } from "../../ui/field/Field.tsx";
import { useShortcut } from "../../workspace/contract/use-shortcut.ts";
import { matchLevels } from "../player/match-levels.ts";
import css from "./compare.module.css";

const STEP = { plain: 1, far: 5, fine: 0.01 } as const;

/** Plays before, after and what was taken away, at the same place and equally loud. */
export function Compare({
  player,
  state,
  record,
  canSolo,
  failed,
}: {
  readonly player: ComparePlayer | null;
  readonly state: ComparisonState;
  readonly record: Pick<RunRecord, "before" | "after"> | null;
  /** Whether what was removed can be worked out. */
  readonly canSolo: boolean;
  readonly failed: boolean;
}) {
  const { t, format } = useLocale();
  const [match, setMatch] = useState(true);
  const { side, playing, time } = state;
  useEffect(() => {
    if (player) player.level(matchLevels(match ? record : null));
  }, [player, record, match]);

  const toggle = player && (() => (playing ? player.pause() : player.play()));
  const by = (seconds: number) => player && (() => player.seek(player.getState().time + seconds));
  useShortcut("audio.play", toggle);
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

  if (failed) return <p className={css["soft"]}>{t("panel-kit:noListening")}</p>;
  const sides: readonly ComparisonSide[] = canSolo
    ? ["before", "after", "removed"]
    : ["before", "after"];
  return (
    <div className={css["compare"]}>
      <Button
        look="primary"
        icon={playing ? <Pause /> : <Play />}
        disabled={!player}
        onClick={() => toggle?.()}
      >
        {t(playing ? "panel-kit:pause" : "panel-kit:play")}
      </Button>
      <div className={css["voices"]} role="radiogroup" aria-label={t("panel-kit:hear")}>
        {sides.map((name) => (
          <label key={name} className={css["voice"]} data-voice={name}>
            <input
              type="radio"
              name="voice"
              checked={side === name}
              disabled={!player}
              onChange={() => player?.choose(name)}
            />
            <span>{t(`common:sound.${name}`)}</span>
          </label>
        ))}
      </div>
      <span className={css["clock"]}>{format.clock(time, 1)}</span>
      <Checkbox
        as="switch"
        label={t("panel-kit:match")}
        checked={match}
        onChange={({ target }) => setMatch(target.checked)}
      />
    </div>
  );
}
