import type { ReactNode } from "react";
import { InActionBar } from "../../contract/action-bar.ts";
import { useLocale } from "../../i18n/context.tsx";
import { SaveButton } from "./SaveButton.tsx";
import { type MakeOptions, type Rendering, useRendering, useSaveFile } from "./use-rendering.ts";

/** Renders a file and saves it. */
export function useSaveRendered(
  make: (options: MakeOptions) => Promise<File>,
): Omit<Rendering, "start"> & { readonly save: () => void } {
  const { start, ...rendering } = useRendering();
  const saveFile = useSaveFile();
  return {
    ...rendering,
    save: () =>
      start(async (options) => {
        const file = await make(options);
        return saveFile(file, file.name);
      }),
  };
}

/** The save button in the action bar; beside the start of an update, it is not the main action. */
export function SaveInBar({
  label,
  outdated,
  disabled = false,
  rendering,
  onClick,
}: {
  /** If it is missing, the usual one. */
  readonly label?: string;
  /** Whether the result was made with other settings. */
  readonly outdated: boolean;
  readonly disabled?: boolean;
  readonly rendering: Pick<Rendering, "done" | "isMade">;
  readonly onClick: () => void;
}) {
  const { t } = useLocale();
  return (
    <InActionBar region={outdated ? "actions" : "primary"}>
      <SaveButton
        label={label ?? t(outdated ? "panel-kit:downloadEarlier" : "panel-kit:download")}
        look={outdated ? "secondary" : "primary"}
        disabled={disabled}
        rendering={rendering}
        onClick={onClick}
      />
    </InActionBar>
  );
}

/** The format and the button that renders and saves a file, in the action bar. */
export function SaveRendered({
  label,
  outdated,
  disabled = false,
  make,
  children,
}: {
  readonly label?: string;
  /** Whether it was made with other settings. */
  readonly outdated: boolean;
  readonly disabled?: boolean;
  readonly make: (options: MakeOptions) => Promise<File>;
  /** The format, and other actions. */
  readonly children: ReactNode;
}) {
  const rendering = useSaveRendered(make);
  return (
    <>
      <InActionBar region="actions">{children}</InActionBar>
      <SaveInBar
        {...(label !== undefined && { label })}
        outdated={outdated}
        disabled={disabled}
        rendering={rendering}
        onClick={rendering.save}
      />
    </>
  );
}
