import { useT } from "../../i18n/context.tsx";
import { useWorkspace } from "../../workspace/contract/context.ts";
import css from "../layout/kit.module.css";

/** Which engine a result was made by. */
export function EngineLine({
  model,
}: {
  /** Id of the net; missing: the built-in engine. */
  readonly model: string | undefined;
}) {
  const t = useT();
  const { models } = useWorkspace();
  return (
    <p className={css["soft"]}>
      {model === undefined
        ? t("panel-kit:engine")
        : t("panel-kit:quality.engine", {
            name: models.models.find(({ id }) => id === model)?.name ?? model,
          })}
    </p>
  );
}
