import Check from "lucide-react/icons/check";
import Download from "lucide-react/icons/download";
import type { ReactNode } from "react";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import type { Rendering } from "./use-rendering.ts";

/** Saves a file: shows the progress while it is rendered, and a check when it is saved. */
export function SaveButton({
  label,
  name,
  rendering: { done, isMade },
  icon = <Download />,
  ...rest
}: {
  readonly label: string;
  /** Accessible name, if the label is not enough. */
  readonly name?: string;
  readonly rendering: Pick<Rendering, "done" | "isMade">;
  readonly icon?: ReactNode;
  readonly look?: "primary" | "secondary" | "quiet";
  readonly small?: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
}) {
  const { t, format } = useLocale();
  return (
    <Button
      {...rest}
      aria-label={name}
      icon={isMade ? <Check data-check="" /> : icon}
      busy={done !== null}
    >
      {done === null ? label : t("panel-kit:converting", { part: format.percent(done) })}
    </Button>
  );
}
