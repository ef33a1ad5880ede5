import type { ReactNode } from "react";
import css from "./fold.module.css";
import type { VideoSetup } from "./use-video-setup.ts";
import type { FoldId } from "./video-settings.ts";

/** A group of settings that can be folded; the workspace remembers whether it is open. */
export function Fold({
  setup: { folds, fold },
  id,
  title,
  summary,
  children,
}: {
  readonly setup: VideoSetup;
  readonly id: FoldId;
  readonly title: string;
  /** The values of its settings in one line, shown while it is closed. */
  readonly summary: ReactNode;
  readonly children: ReactNode;
}) {
  const isOpen = folds[id];
  return (
    <details
      className={css["fold"]}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open !== isOpen) fold(id, currentTarget.open);
      }}
    >
      <summary>
        <span className={css["title"]}>{title}</span>
        {!isOpen && <span className={css["values"]}>{summary}</span>}
      </summary>
      <div className={css["fields"]}>{children}</div>
    </details>
  );
}
