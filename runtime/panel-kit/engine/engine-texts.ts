import { useLocale } from "../../i18n/context.tsx";
import { isolate } from "../../i18n/isolate.ts";
import type { Engine } from "#core/models/engine.ts";
import { comparableFigure } from "#core/models/ladder.ts";
import { figureOf } from "./figure.ts";

/** Tasks whose engines are described in a sentence. */
const TASKS = ["denoise", "stems", "reverb", "speech", "transcript"] as const;
/** Tasks that the built-in engine does, too. */
const BUILT_IN_TASKS = ["denoise", "stems", "reverb", "speech"] as const;

interface EngineText {
  /** Shown in place of the level, too. */
  readonly name?: string;
  readonly about?: string;
  /** Label of a button that chooses it in place of one that cannot be downloaded. */
  readonly instead?: string;
}
/** By kind; engines of the browser and of the operator have no others. */
export type EngineTexts = Readonly<Partial<Record<Engine["kind"], EngineText>>>;

/**
 * Names and descriptions of the engines of a task.
 * @param own those of the panel
 * @param builtIn the built-in engine, if there is one
 */
export function useEngineTexts(task: string, own: EngineTexts, builtIn: Engine | undefined) {
  const { t, format } = useLocale();
  const nameOf = ({ kind, models }: Engine): string => {
    if (kind === "studio") return models.map(({ name }) => name).join(" + ");
    return kind === "built-in" ? t("panel-kit:quality.builtIn") : "";
  };
  const measuredOf = (engine: Engine): string | undefined => {
    const figure = comparableFigure(engine, builtIn);
    if (!figure) return undefined;
    const on = isolate(figure.on);
    if (figure.measure === "wer")
      return t("panel-kit:engines.wrongWords", { value: figure.value, on });
    const text = figureOf(figure, format);
    // Beside a figure of the same test, its name says no more.
    return builtIn?.quality.some((one) => one.on === figure.on)
      ? t("panel-kit:engines.figure", { figure: text })
      : t("panel-kit:quality.figure", { figure: text, on });
  };
  /** What an engine does, and its figure, which can be compared with that of the built-in one. */
  const aboutOf = (engine: Engine, about?: string): string => {
    const measured = measuredOf(engine);
    const text = about ?? (measured && engine.kind === "studio" ? undefined : textOf(engine));
    return [text, measured].filter((part) => part !== undefined).join(" ");
  };
  const textOf = ({ kind }: Engine): string | undefined => {
    const known = (kind === "studio" ? TASKS : BUILT_IN_TASKS).find((name) => name === task);
    return known && t(`panel-kit:engines.${kind === "studio" ? "gives" : "now"}.${known}`);
  };
  return (engine: Engine): Required<EngineText> & { readonly hasOwnName: boolean } => {
    const { name, about, instead } = own[engine.kind] ?? {};
    return {
      name: name ?? nameOf(engine),
      hasOwnName: name !== undefined,
      about: aboutOf(engine, about),
      instead: instead ?? t("panel-kit:engines.useBuiltIn"),
    };
  };
}
