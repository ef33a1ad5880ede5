import type { BackendInfo } from "#audio/nets/studio/choose-backend.ts";
import { useT } from "../../i18n/context.tsx";
import { useWorkspace } from "../../contract/context.ts";
import css from "../layout/kit.module.css";

const MESSAGES = {
  wasm: "panel-kit:quality.engine",
  webgpu: "panel-kit:quality.engineCard",
  server: "panel-kit:quality.engineServer",
} as const satisfies Record<BackendInfo["backend"], string>;

/** The engine that made a result, its backend, and why it did not use the GPU if that failed. */
export function EngineInfo({
  model,
  runsWith,
}: {
  /** Id of the model; missing for the built-in engine. */
  readonly model: string | undefined;
  /** Missing for this device's CPU. */
  readonly runsWith?: BackendInfo | undefined;
}) {
  const t = useT();
  const { models } = useWorkspace();
  const { backend = "wasm", reason = null } = runsWith ?? {};
  if (model === undefined) {
    const key = backend === "server" ? "panel-kit:engineServer" : "panel-kit:engine";
    return <p className={css["soft"]}>{t(key)}</p>;
  }
  const name = models.models.find(({ id }) => id === model)?.name ?? model;
  return (
    <p className={css["soft"]}>
      {t(MESSAGES[backend], { name })}
      {reason === "wrong" && ` · ${t("panel-kit:quality.cardWrong")}`}
      {reason === "failed" && ` · ${t("panel-kit:quality.cardFailed")}`}
    </p>
  );
}
