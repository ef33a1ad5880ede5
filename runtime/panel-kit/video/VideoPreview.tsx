import { useEffect, useMemo, useRef, useState } from "react";
import type { SoundTrace } from "#audio/visual/sound-trace.ts";
import type { FrameSize } from "#core/lyrics/video-frame.ts";
import type { LyricLine } from "#core/lyrics/lyrics.ts";
import { watchFlashes } from "../../audio/worker/video/watch-flashes.ts";
import { createScene } from "../../audio/worker/pictures/create-scene.ts";
import { APP_ROOM } from "../../audio/worker/pictures/layout.ts";
import { type Look, LOGICAL, pixelsOf } from "../../audio/worker/pictures/look.ts";
import type { Media } from "../../audio/worker/pictures/open-media.ts";
import { useLocale } from "../../i18n/context.tsx";
import { useShortcut } from "../../contract/shortcuts/use-shortcut.ts";
import type { Sound } from "../player/use-loop-player.ts";
import { PreviewBar } from "./PreviewBar.tsx";
import { Screen } from "./Screen.tsx";
import css from "./video.module.css";

/** Maximum length of the preview's short side, in pixels. */
const MAX_PREVIEW_LINES = 720;
/**
 * Maximum difference between picture and sound, in seconds, before the video clock is corrected.
 */
const MAX_DRIFT = 0.05;

export interface VideoPreviewProps {
  readonly look: Look;
  /** Size of the video in pixels. */
  readonly size: FrameSize;
  /** Frames per second. */
  readonly rate: number;
  readonly trace: SoundTrace;
  readonly captions: readonly LyricLine[];
  readonly media: Media | null;
  /** The range of the sound that the video has, in seconds. */
  readonly range: readonly [start: number, end: number];
  readonly sound: Sound;
}

/** A frame-accurate preview of the video with its sound. */
export function VideoPreview(props: VideoPreviewProps) {
  const { look, size: full, rate, trace, captions, media, range, sound } = props;
  const { t } = useLocale();
  const [showsZones, setShowsZones] = useState(false);
  const canvas = useRef<HTMLCanvasElement>(null);
  const { playing, time } = sound.state;
  const player = sound.sound?.player ?? null;
  const [start, end] = range;
  /** A look that flashed too often in the preview; its video is drawn with less motion. */
  const [fierce, setFierce] = useState<string | null>(null);
  const seen = JSON.stringify(look);
  const scene = useMemo(() => {
    const calm = look.calm || seen === fierce;
    return createScene({ look: { ...look, calm }, trace, captions, range: [start, end] });
  }, [look, seen, fierce, trace, captions, start, end]);
  useEffect(() => () => scene.close(), [scene]);
  const size = pixelsOf(look.shape, Math.min(MAX_PREVIEW_LINES, full.width, full.height));
  // Lines and letters on a still background do not flash.
  const onFlash = look.template === "" && !media ? null : () => setFierce(seen);
  usePictures(canvas, { scene, media, rate, start, time, playing, onFlash, ...size });
  // Frames are counted from the start of the video.
  const frame = Math.max(0, Math.floor((time - start) * rate + 1e-6));
  const step = (by: number): void => {
    player?.pause();
    player?.seek(start + Math.max(0, frame + by) / rate);
  };
  const toggle = player && (() => (playing ? player.pause() : player.play()));
  useShortcut("audio.play", toggle);
  const { width, height } = LOGICAL[look.shape];
  const room = APP_ROOM[look.shape];
  const percent = (part: number, of: number): string => `${(100 * part) / of}%`;
  return (
    <div className={css["stage"]}>
      <Screen shape={look.shape}>
        <canvas
          ref={canvas}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a picture that is drawn
          role="img"
          aria-label={t("panel-kit:film.preview")}
          data-frame={frame}
          {...size}
        />
        {showsZones && (
          <div
            className={css["zones"]}
            style={{
              borderBlockStartWidth: 0,
              insetBlockStart: percent(room.top, height),
              insetBlockEnd: percent(room.bottom, height),
              left: percent(room.left, width),
              right: percent(room.right, width),
            }}
            aria-hidden="true"
          />
        )}
      </Screen>
      <PreviewBar
        playing={playing}
        time={time}
        onToggle={toggle}
        onStep={player && step}
        showsZones={showsZones}
        onZones={setShowsZones}
      />
    </div>
  );
}

interface Pictures {
  readonly scene: ReturnType<typeof createScene>;
  readonly media: Media | null;
  readonly rate: number;
  readonly start: number;
  readonly time: number;
  readonly playing: boolean;
  /** Called when frames flashed too often and lost contrast; null if they cannot flash. */
  readonly onFlash: (() => void) | null;
  readonly width: number;
  readonly height: number;
}

/** Draws the frames of the video at the playhead, and none between them. */
function usePictures(
  canvas: React.RefObject<HTMLCanvasElement | null>,
  { scene, media, rate, start, time, playing, onFlash, width, height }: Pictures,
): void {
  const onFlashRef = useRef(onFlash);
  useEffect(() => {
    onFlashRef.current = onFlash;
  });
  /** The last reported position of the playhead, and when it was reported. */
  const clock = useRef({ time, at: 0 });
  useEffect(() => {
    const now = performance.now();
    const { time: last, at } = clock.current;
    const expected = last + (now - at) / 1000;
    if (!playing || Math.abs(expected - time) > MAX_DRIFT) clock.current = { time, at: now };
  }, [time, playing]);
  // While it plays, the position follows from the clock.
  const still = playing ? null : time;
  useEffect(() => {
    const paper = canvas.current?.getContext("2d", { alpha: false });
    if (!paper) return undefined;
    let here = true;
    let request = 0;
    let shown = -1;
    let flashes: ReturnType<typeof watchFlashes> | null = null;
    const paint = async (position: number): Promise<void> => {
      const frame = Math.max(0, Math.floor((position - start) * rate + 1e-6));
      if (frame === shown) return;
      const goesOn = frame > shown && frame - shown < rate;
      shown = frame;
      const picture = media && (await media.at(frame / rate));
      if (!here) return;
      scene.paint(paper, width / scene.width, start + frame / rate, picture);
      if (still !== null || !onFlashRef.current) return;
      // The preview must be as safe as the video.
      if (!flashes || !goesOn)
        flashes = watchFlashes({ canvas: paper.canvas, paper, width, height }, true);
      if (flashes.look(frame / rate)) onFlashRef.current();
    };
    if (still !== null) void paint(still);
    else {
      const follow = async (): Promise<void> => {
        const { time: last, at } = clock.current;
        await paint(last + (performance.now() - at) / 1000);
        if (here) request = requestAnimationFrame(() => void follow());
      };
      request = requestAnimationFrame(() => void follow());
    }
    return () => {
      here = false;
      cancelAnimationFrame(request);
    };
  }, [canvas, scene, media, rate, start, still, width, height]);
}
