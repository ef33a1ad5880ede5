import { useStore } from "zustand";
import type { OfferedModel } from "../../../core/models/models.ts";
import { useLocale } from "../../i18n/context.tsx";
import { isolate } from "../../i18n/isolate.ts";
import { wordsOf } from "../../notices/notices.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice, ProgressArc } from "../../ui/Feedback.tsx";
import { Select } from "../../ui/field/Field.tsx";
import { useWorkspace } from "../../workspace/contract/context.ts";
import { faultText } from "../../workspace/contract/texts.ts";
import css from "../layout/kit.module.css";
import type { EffectSetup } from "./use-effect-setup.ts";

/** Which engine does the work, where there is a choice. */
export function Quality({
  effect,
  setup,
}: {
  readonly effect: string;
  readonly setup: EffectSetup;
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
        {offered.map(({ id, bytes }) => (
          <option key={id} value={id}>
            {t("panel-kit:quality.studio", { name: id, size: format.bytes(bytes) })}
          </option>
        ))}
      </Select>
      {setup.model && <Delivery key={setup.model.id} model={setup.model} />}
    </div>
  );
}

/** What will be loaded and from where, which the visitor has to want; how it goes; that it is here. */
function Delivery({ model }: { readonly model: OfferedModel }) {
  const { t, format } = useLocale();
  const { models } = useWorkspace();
  const entry = useStore(models, ({ entries }) => entries[model.id]);
  if (!entry) return null;
  const { state, bytes, fault } = entry;
  const { id: name, licence } = model;
  if (state === "kept")
    return <p className={css["soft"]}>{t("panel-kit:quality.kept", { name })}</p>;
  const load = (): void => void models.load(name);
  const host = new URL(model.url, document.baseURI).host;
  return (
    <div className={css["delivery"]}>
      <p className={css["soft"]}>
        {t("panel-kit:quality.consent", { name, licence, host: isolate(host) })}
      </p>
      {fault && (
        <Notice weight="bad">
          <p>{wordsOf(faultText(fault), t)}</p>
        </Notice>
      )}
      {state === "loading" ? (
        <>
          <div className={css["row"]}>
            <ProgressArc
              value={bytes / model.bytes}
              label={t("panel-kit:quality.progress")}
              size={56}
            />
            <span className={css["soft"]}>{format.percent(bytes / model.bytes)}</span>
            <Button small onClick={() => models.pause(name)}>
              {t("panel-kit:quality.pause")}
            </Button>
          </div>
        </>
      ) : (
        <div className={css["row"]}>
          <Button onClick={load}>
            {state === "part"
              ? t("panel-kit:quality.goOn", { size: format.bytes(model.bytes - bytes) })
              : t("panel-kit:quality.load", { size: format.bytes(model.bytes) })}
          </Button>
          {state === "part" && (
            <Button small look="quiet" onClick={() => void models.remove(name)}>
              {t("common:zone.cancel")}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}
