import type { BackendInfo } from "#audio/nets/studio/choose-backend.ts";
import { useT } from "../../i18n/context.tsx";
import { useWorkspace } from "../../contract/context.ts";
import css from "../layout/kit.module.css";

/** The engine that made a result, its backend, and why it did not use the GPU if that failed. */
export function EngineInfo({
  model,
  runsWith,
}: {
  /** Id of the model; missing for the built-in engine. */
  readonly model: string | undefined;
  /** Backend of the model; missing for the CPU. */
  readonly runsWith?: BackendInfo | undefined;
}) {
  const t = useT();
  const { models } = useWorkspace();
  if (model === undefined) return <p className={css["soft"]}>{t("panel-kit:engine")}</p>;
  const name = models.models.find(({ id }) => id === model)?.name ?? model;
  const { backend = "wasm", reason = null } = runsWith ?? {};
  return (
    <p className={css["soft"]}>
      {t(backend === "webgpu" ? "panel-kit:quality.engineCard" : "panel-kit:quality.engine", {
        name,
      })}
      {reason === "wrong" && ` · ${t("panel-kit:quality.cardWrong")}`}
      {reason === "failed" && ` · ${t("panel-kit:quality.cardFailed")}`}
    </p>
  );
}
