import { memo, useEffect, useState } from "react";
import type { RunRecord } from "../../audio/records.ts";
import { useT } from "../../i18n/context.tsx";
import { Checkbox } from "../../ui/field/Field.tsx";
import type { ComparePlayer } from "../player/compare-player.ts";
import { matchLevels } from "../player/match-levels.ts";

/**
 * Plays both sides equally loud, so that the louder one does not seem better. Memoized, so that it
 * does not render during playback.
 */
export const MatchLoudness = memo(function MatchLoudness({
  player,
  record,
}: {
  readonly player: ComparePlayer | null;
  readonly record: Pick<RunRecord, "before" | "after"> | null;
}) {
  const t = useT();
  const [match, setMatch] = useState(true);
  useEffect(() => {
    if (player) player.level(matchLevels(match ? record : null));
  }, [player, record, match]);
  return (
    <Checkbox
      as="switch"
      label={t("panel-kit:match")}
      checked={match}
      disabled={!player}
      onChange={({ target }) => setMatch(target.checked)}
    />
  );
});
