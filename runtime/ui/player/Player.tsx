import Maximize from "lucide-react/icons/maximize";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import type { ReactEventHandler, ReactNode, Ref } from "react";
import { bars } from "#core/figures/wave.ts";
import { useLocale } from "../../i18n/context.tsx";
import css from "./player.module.css";

export interface PlayerProps {
  /** Accessible name of what is played. */
  readonly label: string;
  /** Undefined until it is known. */
  readonly src: string | undefined;
  readonly preload?: "none" | "metadata";
  /** Level of each bar of the seek bar, 0 to 1; without them it is a line. */
  readonly levels?: readonly number[] | undefined;
  /** Length; undefined if only the sound itself tells. */
  readonly seconds?: number | undefined;
  /** Given for a video, whose picture is above the bar. */
  readonly picture?: {
    readonly width?: number;
    readonly height?: number;
    readonly poster?: string;
  };
  readonly media?: Ref<HTMLMediaElement>;
  readonly onTime?: ReactEventHandler<HTMLMediaElement>;
  readonly onError?: ReactEventHandler<HTMLMediaElement>;
  readonly onPlaying?: (playing: boolean) => void;
  /** Further controls at the end of the bar. */
  readonly children?: ReactNode;
}

const PITCH = 3;
const HEIGHT = 32;
const SHAPE = { middle: HEIGHT / 2, reach: HEIGHT / 2 - 1, pitch: PITCH };

/**
 * The player of a sound or a video: play button, seek bar and clock (`enhance-player.ts`). Without
 * scripts, the browser's own player.
 */
export function Player({
  label,
  src,
  preload = "none",
  levels,
  seconds,
  picture,
  media,
  onTime,
  onError,
  onPlaying,
  children,
}: PlayerProps) {
  const { t, format } = useLocale();
  const Media = picture ? "video" : "audio";
  const shared = { preload, src, ...(picture && { ...picture, playsInline: true }) };
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset is for forms
      role="group"
      aria-label={label}
      className={css["player"]}
      data-player=""
      data-seconds={seconds}
    >
      <noscript>
        <Media {...shared} className={css["media"]} controls />
      </noscript>
      <Media
        {...shared}
        // Both kinds of elements are media elements.
        ref={media as Ref<HTMLVideoElement & HTMLAudioElement>}
        className={`${css["media"]} needs-js`}
        data-media=""
        onTimeUpdate={onTime}
        onSeeked={onTime}
        onError={onError}
        onPlay={onPlaying && (() => onPlaying(true))}
        onPause={onPlaying && (() => onPlaying(false))}
      />
      <div className={`${css["bar"]} needs-js`} dir="ltr">
        <button
          type="button"
          className={css["play"]}
          data-play=""
          data-pause={t("common:player.pause")}
          aria-label={t("common:player.play")}
        >
          <Play />
          <Pause />
        </button>
        <span
          className={css["seek"]}
          data-seek=""
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a sound cannot be drawn as <input>
          role="slider"
          tabIndex={0}
          aria-label={t("common:player.position")}
          aria-valuemin={0}
          aria-valuemax={seconds ?? 0}
          aria-valuenow={0}
          aria-valuetext={format.clock(0)}
        >
          {levels ? (
            <svg
              viewBox={`0 0 ${levels.length * PITCH} ${HEIGHT}`}
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <path d={bars(levels, SHAPE)} />
            </svg>
          ) : (
            <span className={css["track"]} />
          )}
          <span className={css["head"]} />
        </span>
        <span className={css["clock"]} data-clock="">
          {seconds === undefined
            ? format.clock(0)
            : `${format.clock(0)} / ${format.length(seconds)}`}
        </span>
        {children}
        {picture && (
          <button
            type="button"
            className={css["full"]}
            data-full=""
            aria-label={t("common:player.fullScreen")}
            title={t("common:player.fullScreen")}
          >
            <Maximize />
          </button>
        )}
      </div>
    </div>
  );
}
