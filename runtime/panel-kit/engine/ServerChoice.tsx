import { useEffect, useId, useState } from "react";
import { serverJobCost } from "#core/credits/server-cost.ts";
import { type Engine, SERVER_ENGINE } from "#core/models/engine.ts";
import type { Cost } from "#core/page/page.ts";
import { type Servers, useWorkspace } from "../../contract/context.ts";
import { useLocale } from "../../i18n/context.tsx";
import { isolate } from "../../i18n/isolate.ts";
import { Select } from "../../ui/field/Field.tsx";
import { Radio } from "../../ui/choice/Radio.tsx";
import { serverTime } from "./server-time.ts";
import type { ServerEngines } from "./use-engine-choice.ts";
import css from "./engine.module.css";

export interface ServerChoiceProps {
  /** Name of the radio group. */
  readonly group: string;
  /** Files that a start sends. */
  readonly files: readonly { readonly size: number; readonly duration: number | null }[];
  /** Slug of the tool's page. */
  readonly tool: string;
  /** Calls of a job; missing: the only one of the tool. */
  readonly calls?: readonly string[];
  /** Pricing of the tool. */
  readonly cost: Cost;
  /** Shares of that price that its calls cost; missing for one call. */
  readonly shares?: readonly number[];
  /** What is sent, if it is not the files alone; a sentence. */
  readonly sends?: string;
  /** The engines that the servers have. */
  readonly there: ServerEngines | null;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

/**
 * The rung of the site's servers: what is sent to which operator, until when it is kept, what it costs, and
 * for how long jobs wait.
 */
export default function ServerChoice({
  group,
  files,
  tool,
  calls,
  cost,
  shares,
  sends,
  there,
  isChosen,
  onChoose,
}: ServerChoiceProps) {
  const { t, format } = useLocale();
  const { servers } = useWorkspace();
  const wait = useWait(tool, isChosen);
  const id = useId();
  if (!servers) return null;
  const nameOf = ({ models }: Engine): string =>
    models.map(({ name }) => name).join(" + ") || t("panel-kit:quality.builtIn");
  const operator = isolate(servers.operator);
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const lengths = files.map(({ duration }) => duration);
  const model = there?.engine.models[0]?.id ?? null;
  const time = wait && serverTime(wait.paces, { lengths, model, calls });
  const credits = serverJobCost(cost, {
    lengths: lengths.map((length) => length ?? 0),
    price: servers.price,
    ...(shares && { shares }),
  });
  return (
    <div className={css["rung"]} data-engine="server">
      <div className={css["head"]}>
        <label>
          <Radio
            name={group}
            value={SERVER_ENGINE.id}
            checked={isChosen}
            aria-describedby={`${id}-about ${id}-facts`}
            onChange={onChoose}
          />
          <strong>{t("panel-kit:servers.name")}</strong>
        </label>
      </div>
      <p id={`${id}-about`} className={css["about"]}>
        {t("panel-kit:servers.about")}{" "}
        {bytes > 0
          ? t("panel-kit:servers.sends", { size: format.bytes(bytes), operator })
          : t("panel-kit:servers.sendsAny", { operator })}{" "}
        {sends !== undefined && `${sends} `}
        {t("panel-kit:servers.deleted", { count: servers.resultHours })}
      </p>
      <p id={`${id}-facts`} className={css["facts"]}>
        {[
          there?.engines.length === 1 && there.engine.kind === "studio" && nameOf(there.engine),
          files.length > 0 && t("workspace:start.cost", { count: credits }),
        ]
          .filter((fact) => typeof fact === "string")
          .join(" · ")}
        {wait !== null && (
          <span>
            {wait.seconds > 0
              ? t("panel-kit:servers.busy", { time: format.timeLeft(wait.seconds) })
              : t("panel-kit:servers.idle")}{" "}
            {time === null
              ? t("panel-kit:servers.unmeasured")
              : t("panel-kit:servers.time", { time: format.timeLeft(wait.seconds + time) })}
          </span>
        )}
      </p>
      {isChosen && there && there.engines.length > 1 && (
        <Select
          label={t("panel-kit:servers.engine")}
          value={there.engine.id}
          onChange={({ target }) => there.choose(target.value)}
        >
          {there.engines.map((engine) => (
            <option key={engine.id} value={engine.id}>
              {nameOf(engine)}
            </option>
          ))}
        </Select>
      )}
    </div>
  );
}

/** How long jobs wait and take there, requested once the servers are chosen; null before that. */
function useWait(tool: string, isChosen: boolean) {
  const { servers } = useWorkspace();
  const [wait, setWait] = useState<Awaited<ReturnType<Servers["readWait"]>>>(null);
  useEffect(() => {
    let isCurrent = isChosen;
    if (isChosen) void servers?.readWait(tool).then((found) => isCurrent && setWait(found));
    return () => {
      isCurrent = false;
    };
  }, [tool, isChosen, servers]);
  return isChosen ? wait : null;
}
