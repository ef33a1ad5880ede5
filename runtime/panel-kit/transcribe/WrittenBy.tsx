import type { WrittenWith } from "#core/transcript/transcript.ts";
import { useT } from "../../i18n/context.tsx";
import css from "../layout/kit.module.css";

/** The engine that wrote a transcript. */
export function WrittenBy({ by: { engine, model } }: { readonly by: WrittenWith }) {
  const t = useT();
  return (
    <p className={css["soft"]} data-made-by="">
      {model === ""
        ? t(`panel-kit:transcript.madeBy.${engine}`)
        : t(`panel-kit:transcript.madeBy.${engine}`, { name: model })}
    </p>
  );
}
