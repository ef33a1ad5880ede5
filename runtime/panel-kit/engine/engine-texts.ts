import { useLocale } from "../../i18n/context.tsx";
import { isolate } from "../../i18n/isolate.ts";
import type { Engine } from "#core/models/engine.ts";
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

/** Names and descriptions of the engines of a task. @param own those of the panel */
export function useEngineTexts(task: string, own: EngineTexts = {}) {
  const { t, format } = useLocale();
  const known = TASKS.find((name) => name === task);
  const nameOf = ({ kind, models }: Engine): string => {
    if (kind === "studio") return models.map(({ name }) => name).join(" + ");
    return kind === "built-in" ? t("panel-kit:quality.builtIn") : "";
  };
  /** What an engine gives: the figure of its first model, or what it does. */
  const aboutOf = ({ kind, models }: Engine, about?: string): string => {
    if (kind !== "studio" && about !== undefined) return about;
    const builtIn = BUILT_IN_TASKS.find((name) => name === task);
    if (kind !== "studio") return builtIn ? t(`panel-kit:engines.now.${builtIn}`) : "";
    const [quality] = models.length === 1 ? models[0]!.quality : [];
    const on = quality && isolate(quality.on);
    const figure =
      quality?.measure === "wer"
        ? t("panel-kit:engines.wrongWords", { value: quality.value, on })
        : quality && t("panel-kit:quality.figure", { figure: figureOf(quality, format), on });
    const text = about ?? (known && !figure ? t(`panel-kit:engines.gives.${known}`) : undefined);
    return [text, figure].filter((part) => part !== undefined).join(" ");
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
