import { dotPositions } from "./dot-positions.ts";
import { useCount } from "./use-count.ts";
import css from "./dot-line.module.css";

/**
 * A measurement before (ring) and after (dot) on one scale, with a tick at its target. Hidden from
 * screen readers: the same values stand in text and in a table.
 */
export function DotLine({
  name,
  before,
  after,
  target = null,
  text,
}: {
  readonly name: string;
  readonly before: number;
  readonly after: number;
  readonly target?: number | null;
  /** A value with its unit. */
  readonly text: (value: number) => string;
}) {
  const counted = useCount(after, before);
  const at = dotPositions(before, after, target);
  const rises = after >= before;
  const from = Math.min(at.before, at.after);
  return (
    <div className={css["dots"]} aria-hidden="true" data-dots="">
      <span>{name}</span>
      <div className={css["scale"]} dir="ltr">
        <span
          className={css["change"]}
          style={{ left: `${from}%`, width: `${Math.abs(at.after - at.before)}%` }}
        />
        {at.target !== null && <span className={css["target"]} style={{ left: `${at.target}%` }} />}
        <span
          className={css["before"]}
          data-side={rises ? "left" : "right"}
          style={{ left: `${at.before}%` }}
        >
          <span>{text(before)}</span>
        </span>
        <span
          className={css["after"]}
          data-side={rises ? "right" : "left"}
          style={{ left: `${at.after}%` }}
        >
          <span>{text(counted)}</span>
        </span>
      </div>
    </div>
  );
}
