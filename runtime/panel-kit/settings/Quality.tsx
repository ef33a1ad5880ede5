import { useLocale } from "../../i18n/context.tsx";
import { Select } from "../../ui/field/Field.tsx";
import { useWorkspace } from "../../contract/context.ts";
import css from "../layout/kit.module.css";
import { ModelDelivery } from "./ModelDelivery.tsx";
import type { EffectSetup } from "./use-effect-setup.ts";

/** Chooses the engine, if there are several. */
export function Quality({
  effect,
  setup,
}: {
  readonly effect: string;
  readonly setup: Pick<EffectSetup, "model" | "setModel">;
}) {
  const { t, format } = useLocale();
  const { models } = useWorkspace();
  const offered = models.models.filter(({ task }) => task === effect);
  if (offered.length === 0) return null;
  return (
    <div className={css["settings"]}>
      <Select
        label={t("panel-kit:quality.label")}
        value={setup.model?.id ?? ""}
        onChange={({ target }) => setup.setModel(target.value || null)}
      >
        <option value="">{t("panel-kit:quality.builtIn")}</option>
        {offered.map(({ id, name, bytes }) => (
          <option key={id} value={id}>
            {t("panel-kit:quality.studio", { name, size: format.bytes(bytes) })}
          </option>
        ))}
      </Select>
      {setup.model && <ModelDelivery key={setup.model.id} model={setup.model} />}
    </div>
  );
}
