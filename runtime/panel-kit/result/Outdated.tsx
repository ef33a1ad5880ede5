import { useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Feedback.tsx";

/** Says that a result was made with other settings, with the ways to one of both. */
export function Outdated({
  form,
  busy,
  onBack,
}: {
  /** Id of the form that starts the tool again. */
  readonly form: string;
  /** It is being made again. */
  readonly busy: boolean;
  /** Sets what the result was made with. */
  readonly onBack: () => void;
}) {
  const t = useT();
  return (
    <div data-outdated="">
      <Notice
        weight="attention"
        title={t("panel-kit:outdated.title")}
        actions={
          <>
            <Button look="primary" type="submit" form={form} busy={busy}>
              {t("panel-kit:outdated.update")}
            </Button>
            <Button onClick={onBack}>{t("panel-kit:outdated.back")}</Button>
          </>
        }
      >
        <p>{t("panel-kit:outdated.text")}</p>
      </Notice>
    </div>
  );
}
