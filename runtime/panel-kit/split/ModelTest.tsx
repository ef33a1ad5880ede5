import { useT } from "../../i18n/context.tsx";
import { formatText } from "../../notices/notices.ts";
import css from "../layout/kit.module.css";
import { Notice } from "../../ui/Feedback.tsx";
import { faultText } from "../../contract/texts.ts";
import type { ModelSpeed } from "./use-model-speed.ts";

/** The state of a model's self-test on this device, or why it cannot run here. */
export function ModelTest({ name, pace }: { readonly name: string; readonly pace: ModelSpeed }) {
  const t = useT();
  if (pace.fault)
    return (
      <Notice weight="bad">
        <p>{formatText(faultText(pace.fault), t)}</p>
      </Notice>
    );
  return (
    <output className={css["soft"]}>
      {pace.testing && t("panel-kit:quality.testing", { name })}
    </output>
  );
}
