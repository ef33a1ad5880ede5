import { useT } from "../../i18n/context.tsx";
import { Badge, Notice } from "../../ui/Feedback.tsx";
import { Button } from "../../ui/Button.tsx";

/** How a result stands to what is set: made with that, out of date, or about to be made again. */
export type Freshness = "current" | "outdated" | "updating";

/** Says beside the settings that the result was made with others, with the way back to those. */
export function Outdated({
  onBack,
}: {
  /** Sets what the result was made with; missing where that is unknown. */
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

/** Marks a result that has not what is set; nothing where it has. */
export function OutdatedBadge({ freshness }: { readonly freshness: Freshness }) {
  const t = useT();
  if (freshness === "current") return null;
  return (
    <Badge weight="attention">
      <output>{t(`panel-kit:outdated.badge.${freshness}`)}</output>
    </Badge>
  );
}
