import { useEffect, useRef, useState } from "react";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { factsOf } from "../../audio/file-facts.ts";
import { formatOfCodec } from "../../audio/requested-format.ts";
import { useWorkspace } from "../../contract/context.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { useInput } from "../input/use-input.ts";
import css from "../layout/kit.module.css";
import { useNow } from "../start/use-now.ts";
import { useSteadyJobs } from "../start/use-steady-jobs.ts";
import type { Chain } from "./recipes.ts";
import { costOfChain, runChain } from "./run-chain.ts";

/** The steps of a recipe, what they cost together, and the button that runs them. */
export default function RecipeRun({ chain }: { readonly chain: Chain }) {
  const { t, format } = useLocale();
  const { files: store, jobs, starter, models, notices, report } = useWorkspace();
  const { files } = useInput(store);
  const [isRunning, setRunning] = useState(false);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // A link may have brought the recipe, while the disclosure is closed.
    section.current!.closest("details")?.setAttribute("open", "");
    section.current!.scrollIntoView({ block: "nearest" });
  }, [chain]);
  const { name, steps, output } = chain;
  const cost = costOfChain(steps, files, { jobs: useSteadyJobs(jobs), now: useNow() });
  const run = async (): Promise<void> => {
    // The jobs wait for their models.
    for (const { model } of steps) if (model) void models.load(model.id);
    const end = await runChain(steps, files, output, {
      jobs,
      files: store,
      starter,
      formatOf: async (id) => {
        const { codec } = await factsOf(sharedEngine(), await store.open(id));
        return formatOfCodec(codec);
      },
      onStarted: () => setRunning(true),
      now: Date.now,
    }).finally(() => setRunning(false));
    if (!end) return;
    const { stoppedAt: step } = end;
    const text =
      step === null
        ? { key: "panel-kit:recipe.done", params: { name } }
        : { key: "panel-kit:recipe.stopped", params: { name, step } };
    notices.notify({ text, weight: step === null ? "good" : "bad" });
  };
  const fail = (error: unknown): void => {
    report(error);
    notices.warn("errors:job.failed");
  };
  const action = t("panel-kit:recipe.run");
  return (
    <section ref={section} className={css["settings"]} aria-label={name}>
      <h3>
        <bdi>{name}</bdi>
      </h3>
      <ol>
        {steps.map(({ tool, model }, at) => (
          <li key={at}>
            {tool.name}
            {model && ` · ${model.name} · ${format.bytes(model.bytes)}`}
          </li>
        ))}
      </ol>
      <p className={css["soft"]}>
        {cost === 0 ? t("common:cost.free.name") : t("workspace:start.cost", { count: cost })}
      </p>
      <p className={css["soft"]}>{t("panel-kit:recipe.about")}</p>
      <div>
        <Button
          busy={isRunning}
          disabled={files.length === 0}
          onClick={() => void (isRunning || run().catch(fail))}
        >
          {files.length > 1 ? t("panel-kit:startMany", { action, count: files.length }) : action}
        </Button>
      </div>
    </section>
  );
}
