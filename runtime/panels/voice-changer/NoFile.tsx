import { useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { useWorkspace } from "../../workspace/Context.tsx";
import css from "./panel.module.css";

/** The ways to bring a voice. */
export function NoFile() {
  const t = useT();
  const { choose, record } = useWorkspace();
  return (
    <div className={css["drop"]}>
      <p className={css["dropTitle"]}>{t("common:zone.file.title")}</p>
      <p className={css["soft"]}>{t("common:zone.file.hint")}</p>
      <div className={css["row"]}>
        <Button look="primary" onClick={choose}>
          {t("common:zone.file.action")}
        </Button>
        <Button onClick={record}>{t("workspace:tray.record")}</Button>
      </div>
    </div>
  );
}
