import { lazy, Suspense, useId } from "react";
import { useStore } from "zustand";
import type { ModelLicense } from "#core/models/models.ts";
import { fitsDevice } from "../../audio/models/memory-budget.ts";
import { useLocale } from "../../i18n/context.tsx";
import { isolate } from "../../i18n/isolate.ts";
import type { Translate } from "../../i18n/translate.ts";
import { Button } from "../../ui/Button.tsx";
import { Radio } from "../../ui/choice/Radio.tsx";
import { Badge } from "../../ui/Feedback.tsx";
import { useWorkspace } from "../../contract/context.ts";
import { type Engine, bytesOf } from "#core/models/engine.ts";
import { type EngineTexts, useEngineTexts } from "./engine-texts.ts";
import kit from "../layout/kit.module.css";
import css from "./engine.module.css";
import { type Level, hasChoice } from "#core/models/ladder.ts";
import type { ServerChoiceProps } from "./ServerChoice.tsx";
import { ModelDelivery } from "./ModelDelivery.tsx";
import type { EngineChoice } from "./use-engine-choice.ts";
import type { TimeOf } from "./use-engine-times.ts";

const ServerChoice = lazy(() => import("./ServerChoice.tsx"));

export interface EngineLadderProps {
  readonly choice: EngineChoice;
  /** Task of the engines, which says what they are good for. */
  readonly task: string;
  readonly timeOf?: TimeOf;
  /** Texts of engines that differ from the usual ones. */
  readonly texts?: EngineTexts;
  /** What a start on the site's servers costs and sends, where the tool can run there. */
  readonly onServer?:
    | Pick<ServerChoiceProps, "files" | "tool" | "calls" | "cost" | "shares" | "sends">
    | undefined;
}

/**
 * Chooses the engine of a tool: what each gives, its size, its time for this file and its license.
 * Where there is only the built-in one, it shows no more than the panel's text about it.
 */
export function EngineLadder(props: EngineLadderProps) {
  const { t } = useLocale();
  const group = useId();
  const { ladder, engine: chosen } = props.choice;
  const { rungs, more } = ladder;
  if (rungs.length === 0) return null;
  const isOnly = !hasChoice(ladder);
  if (isOnly && chosen?.kind === "built-in") {
    const limits = props.texts?.["built-in"]?.about;
    return limits === undefined ? null : <p className={kit["note"]}>{limits}</p>;
  }
  const rung = (engine: Engine, level: Level | null) =>
    engine.kind === "server" ? (
      <Suspense key={engine.id}>
        <ServerChoice
          group={group}
          {...(props.onServer ?? { files: [], tool: "", cost: "free" })}
          there={props.choice.onServer}
          isChosen={chosen?.kind === "server"}
          onChoose={() => props.choice.choose(engine.id)}
        />
      </Suspense>
    ) : (
      <RungItem
        key={engine.id}
        {...props}
        {...{ engine, level, isOnly }}
        group={group}
        isChosen={engine === chosen}
      />
    );
  return (
    <fieldset className={css["ladder"]}>
      <legend>{t("panel-kit:quality.label")}</legend>
      {rungs.map(({ engine, level }) => rung(engine, level))}
      {more.length > 0 && (
        <details
          className={`${kit["more"]} ${css["more"]}`}
          open={more.some((engine) => engine === chosen) || undefined}
        >
          <summary>{t("panel-kit:engines.more", { count: more.length })}</summary>
          {more.map((engine) => rung(engine, null))}
        </details>
      )}
    </fieldset>
  );
}

const textOfLicense = ({ id, use }: ModelLicense, t: Translate): string =>
  use === "any"
    ? isolate(id)
    : t(`panel-kit:engines.${use === "non-commercial" ? "nonCommercial" : "personalResearch"}`);

/** One engine; the chosen one with its download. */
function RungItem({
  choice: { ladder, choose },
  task,
  timeOf,
  texts: own = {},
  engine,
  level,
  group,
  isChosen,
  isOnly,
}: EngineLadderProps & {
  readonly engine: Engine;
  readonly level: Level | null;
  /** Name of the radio group. */
  readonly group: string;
  readonly isChosen: boolean;
  /** Whether there is no other engine to choose. */
  readonly isOnly: boolean;
}) {
  const { t, format } = useLocale();
  const id = useId();
  const builtIn = ladder.rungs.find((one) => one.engine.kind === "built-in")?.engine;
  const textsOf = useEngineTexts(task, own, builtIn);
  const { models } = useWorkspace();
  const isStored = useStore(models, ({ entries }) =>
    engine.models.every((model) => entries[model.id]?.state === "kept"),
  );
  const tooLarge = engine.models.find((model) => !fitsDevice(model));
  const { name, about, hasOwnName } = textsOf(engine);
  const time = timeOf?.(engine);
  const licenseTexts = new Set(engine.models.map(({ licence }) => textOfLicense(licence, t)));
  const facts = [
    engine.kind === "studio" &&
      (isStored
        ? t("panel-kit:engines.here")
        : t("panel-kit:engines.download", { size: format.bytes(bytesOf(engine)) })),
    engine.kind === "built-in" && t("panel-kit:engines.included"),
    ...licenseTexts,
  ].filter((fact) => typeof fact === "string");
  const hasLevel = level !== null && !hasOwnName;
  return (
    <div className={css["rung"]} data-engine={engine.kind} data-model={engine.models[0]?.id}>
      <div className={css["head"]}>
        <label>
          {!isOnly && (
            <Radio
              name={group}
              value={engine.id}
              checked={isChosen}
              disabled={tooLarge !== undefined && !isChosen}
              aria-describedby={`${id}-about ${id}-facts`}
              onChange={() => choose(engine.id)}
            />
          )}
          <strong>{hasLevel ? t(`panel-kit:engines.level.${level}`) : name}</strong>
          {hasLevel && <bdi>{name}</bdi>}
        </label>
        {engine === ladder.recommended && (
          <Badge weight="good">{t("panel-kit:engines.recommended")}</Badge>
        )}
      </div>
      <p id={`${id}-about`} className={css["about"]}>
        {about}
      </p>
      <p id={`${id}-facts`} className={css["facts"]}>
        {facts.join(" · ")} {/* On its own line, whose space is reserved until it is known. */}
        {time !== undefined && (
          <span>
            {time === null
              ? "\u00a0"
              : t(`panel-kit:engines.${time.isUpperBound ? "atMost" : "time"}`, {
                  time: format.timeLeft(time.seconds),
                })}
          </span>
        )}
      </p>
      {tooLarge && (
        <p className={css["problem"]}>
          {t("panel-kit:engines.tooLarge", { size: format.bytes(tooLarge.memory!) })}
        </p>
      )}
      {isChosen &&
        !tooLarge &&
        engine.models.map((model) => (
          <ModelDelivery
            key={model.id}
            model={model}
            remedy={
              builtIn && (
                <Button small onClick={() => choose(builtIn.id)}>
                  {textsOf(builtIn).instead}
                </Button>
              )
            }
          />
        ))}
    </div>
  );
}
