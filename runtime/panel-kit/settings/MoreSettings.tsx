import type { ReactNode } from "react";
import { useStore } from "zustand";
import { useWorkspace } from "../../contract/context.ts";
import { useT } from "../../i18n/context.tsx";
import css from "../layout/kit.module.css";
import { objectOf } from "./json-values.ts";

/**
 * Settings that most visitors leave as they are, in a disclosure. Whether it is open is stored for
 * the next visit, for each tool.
 */
export function MoreSettings({
  of: [panel, preset],
  title,
  children,
}: {
  /** Tool that the settings belong to. */
  readonly of: readonly [panel: string, preset: string];
  /** Missing for “More settings”. */
  readonly title?: string;
  readonly children: ReactNode;
}) {
  const t = useT();
  const { workspace } = useWorkspace();
  const isOpen = useStore(
    workspace,
    ({ settings }) => objectOf(settings[panel]?.["more"])[preset] === true,
  );
  return (
    <details
      className={css["more"]}
      data-more=""
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        const stored = objectOf(workspace.getState().settings[panel]?.["more"]);
        if (open !== (stored[preset] === true))
          workspace.set(panel, { more: { ...stored, [preset]: open } });
      }}
    >
      <summary>{title ?? t("panel-kit:more")}</summary>
      <div className={css["settings"]}>{children}</div>
    </details>
  );
}
