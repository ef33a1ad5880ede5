import Check from "lucide-react/icons/check";
import Copy from "lucide-react/icons/copy";
import { Button, IconButton } from "../Button.tsx";
import { useBriefCheck } from "./use-brief-check.ts";

/** Copies something; a check shows that it has, which screen readers announce. */
export function CopyButton({
  label,
  copied,
  isIcon = false,
  copy,
}: {
  readonly label: string;
  /** Announcement after copying. */
  readonly copied: string;
  /** Whether the label is for screen readers only. */
  readonly isIcon?: boolean;
  /** Resolves to whether it was copied. */
  readonly copy: () => Promise<boolean>;
}) {
  const [isCopied, show] = useBriefCheck();
  const icon = isCopied ? <Check /> : <Copy />;
  const run = async (): Promise<void> => {
    if (await copy()) show();
  };
  return (
    <>
      {isIcon ? (
        <IconButton label={label} onClick={() => void run()}>
          {icon}
        </IconButton>
      ) : (
        <Button icon={icon} onClick={() => void run()}>
          {label}
        </Button>
      )}
      <output className="visually-hidden">{isCopied && copied}</output>
    </>
  );
}
