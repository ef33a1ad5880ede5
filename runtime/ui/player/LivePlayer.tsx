import Volume from "lucide-react/icons/volume-2";
import { useEffect, useRef, useState } from "react";
import { useT } from "../../i18n/context.tsx";
import { Range } from "../field/Range.tsx";
import { enhancePlayer } from "./enhance-player.ts";
import { Player, type PlayerProps } from "./Player.tsx";
import css from "./live-player.module.css";

/**
 * A `Player` with a volume control, where no script of the page makes it play: in the workspace and
 * in live parts.
 */
export function LivePlayer(props: PlayerProps) {
  const t = useT();
  const root = useRef<HTMLDivElement>(null);
  const [volume, setVolume] = useState(1);
  useEffect(() => {
    const end = new AbortController();
    enhancePlayer(root.current!.querySelector("[data-player]")!, end.signal);
    return () => end.abort();
  }, []);
  const label = t("common:player.volume");
  return (
    <div ref={root} data-live-player="">
      <Player {...props}>
        <details className={css["volume"]}>
          <summary aria-label={label} title={label}>
            <Volume />
          </summary>
          <Range
            min={0}
            max={1}
            step={0.05}
            value={volume}
            aria-label={label}
            onChange={({ currentTarget: { valueAsNumber } }) => {
              root.current!.querySelector<HTMLMediaElement>("[data-media]")!.volume = valueAsNumber;
              setVolume(valueAsNumber);
            }}
          />
        </details>
      </Player>
    </div>
  );
}
