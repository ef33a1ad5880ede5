import { useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { useWorkspace } from "../../workspace/contract/context.ts";
import css from "./no-sound.module.css";

/** The ways to add a sound, for a panel that has none yet. */
export function NoSound() {
  const t = useT();
  const { choose, record } = useWorkspace();
  return (
    <div className={css["drop"]}>
      <p className={css["title"]}>{t("common:zone.file.title")}</p>
      <p className={css["hint"]}>{t("common:zone.file.hint")}</p>
      <div className={css["row"]}>
        <Button look="primary" onClick={choose}>
          {t("common:zone.file.action")}
        </Button>
        <Button onClick={record}>{t("workspace:tray.record")}</Button>
      </div>
    </div>
  );
}
