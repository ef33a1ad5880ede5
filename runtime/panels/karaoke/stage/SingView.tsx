import { type KeyboardEvent, lazy, Suspense, useId, useLayoutEffect, useRef } from "react";
import X from "lucide-react/icons/x";
import Pause from "lucide-react/icons/pause";
import Play from "lucide-react/icons/play";
import { type LyricLine, isTimed } from "#core/lyrics/lyrics.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import { Boundary } from "#runtime/ui/Boundary.tsx";
import { IconButton } from "#runtime/ui/Button.tsx";
import { openLayer } from "#runtime/ui/layer.ts";
import { showAt, togetherWith, wordsBegun } from "#core/lyrics/show-at.ts";
import type { SungScoreProps } from "../singing/SungScore.tsx";
import css from "./sing-view.module.css";

const SungScore = lazy(() => import("../singing/SungScore.tsx"));

/** Elements that use the space bar, or the arrow keys as well, themselves. */
const WITH_SPACE = "button, summary";
const WITH_ALL_KEYS = "input, [role=slider]";

/** A line whose words are highlighted as they are sung; the whole line if only it has a time. */
function SungLine({ line, time }: { readonly line: LyricLine; readonly time: number }) {
  if (line.words.length === 0) return <span className={css["sung"]}>{line.text}</span>;
  const begun = line.words[wordsBegun(line, time) - 1]?.end ?? 0;
  return (
    <>
      <span className={css["sung"]}>{line.text.slice(0, begun)}</span>
      {line.text.slice(begun)}
    </>
  );
}

/** Full-screen lyrics during playback, and the score of what is sung to it. */
export function SingView({
  onToggle,
  onSeek,
  onClose,
  ...song
}: SungScoreProps & {
  readonly onToggle: () => void;
  readonly onSeek: (seconds: number) => void;
  readonly onClose: () => void;
}) {
  const { t, format } = useLocale();
  const { report } = useWorkspace();
  const { name, lines, playing, time } = song;
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useLayoutEffect(() => openLayer(element.current!), []);
  const { line, next, count } = showAt(lines, time);
  const shownFrom = (at: number | null): readonly LyricLine[] =>
    at === null ? [] : togetherWith(lines, at);
  const timed = lines.filter(isTimed);
  const onKeyDown = (event: KeyboardEvent): void => {
    const own = event.key === " " ? `${WITH_SPACE}, ${WITH_ALL_KEYS}` : WITH_ALL_KEYS;
    if (event.target instanceof Element && event.target.closest(own)) return;
    const to =
      event.key === "ArrowUp"
        ? timed.findLast(({ from }) => from < time - 1)
        : event.key === "ArrowDown"
          ? timed.find(({ from }) => from > time)
          : undefined;
    if (event.key === " ") onToggle();
    else if (to) onSeek(to.from);
    else return;
    event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of a whole screen; its buttons do the same
    <dialog
      ref={element}
      className={css["stage"]}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={onKeyDown}
    >
      <div className={css["head"]}>
        <h2 id={titleId} tabIndex={-1} data-title="">
          <bdi>{name}</bdi>
        </h2>
        <span className={css["clock"]}>{format.clock(time, 0)}</span>
        <IconButton
          data-autofocus=""
          label={t(playing ? "panel-kit:pause" : "panel-kit:play")}
          onClick={onToggle}
        >
          {playing ? <Pause /> : <Play />}
        </IconButton>
        <IconButton label={t("account:close")} onClick={onClose}>
          <X />
        </IconButton>
      </div>
      <div className={css["lines"]}>
        <p className={css["count"]} aria-hidden="true">
          {count > 0 ? "●".repeat(count) : "\u00a0"}
        </p>
        <div className={css["now"]} aria-live="off" data-sung="">
          {shownFrom(line).map((own, at) => (
            <p key={at} dir="auto">
              <SungLine line={own} time={time} />
            </p>
          ))}
        </div>
        <div className={css["next"]}>
          {shownFrom(next).map(({ text }, at) => (
            <p key={at} dir="auto">
              {text}
            </p>
          ))}
        </div>
      </div>
      <Boundary onError={report}>
        <Suspense>
          <SungScore {...song} />
        </Suspense>
      </Boundary>
      <p className={css["keys"]}>{t("panel-karaoke:sing.keys")}</p>
    </dialog>
  );
}
