import { useT } from "../../i18n/context.tsx";
import { Badge, Notice } from "../../ui/Feedback.tsx";
import { Button } from "../../ui/Button.tsx";

/** Whether a result matches the settings, or will follow them. */
export type Freshness = "current" | "outdated" | "updating";

/**
 * A note beside the settings that the result was made with others, with a button that restores
 * those.
 */
export function Outdated({
  onBack,
}: {
  /** Restores the settings of the result; missing if they are unknown. */
  readonly onBack?: () => void;
}) {
  const t = useT();
  return (
    <div data-outdated="">
      <Notice
        weight="attention"
        title={t("panel-kit:outdated.title")}
        actions={
          onBack && (
            <Button small onClick={onBack}>
              {t("panel-kit:outdated.back")}
            </Button>
          )
        }
      >
        <p>{t("panel-kit:outdated.text")}</p>
      </Notice>
    </div>
  );
}

/** A badge for a result that does not match the settings. */
export function OutdatedBadge({ freshness }: { readonly freshness: Freshness }) {
  const t = useT();
  if (freshness === "current") return null;
  return (
    <Badge weight="attention">
      <output>{t(`panel-kit:outdated.badge.${freshness}`)}</output>
    </Badge>
  );
}
