import { useCallback, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import type { Effect } from "../../../../../audio/effect.ts";
import type { Edit } from "../../../../../audio/edit/edit.ts";
import { loadEffect } from "../../../../audio/effects.ts";
import { sharedEngine } from "../../../../audio/shared-engine.ts";
import { useLocale } from "../../../../i18n/context.tsx";
import { Button } from "../../../../ui/Button.tsx";
import { ProgressArc } from "../../../../ui/Feedback.tsx";
import { Checkbox, Select } from "../../../../ui/field/Field.tsx";
import { useWorkspace } from "../../../../workspace/contract/context.ts";
import { describeError } from "../../../../workspace/contract/describe-error.ts";
import { faultText } from "../../../../workspace/contract/texts.ts";
import type { Desk } from "../desk/desk.ts";
import { targetOf } from "../project/edit-commands.ts";
import { EDIT_EFFECTS, effectValues } from "../project/edit-effects.ts";
import { shelf } from "../project/edit-shelf.ts";
import css from "../desk/edit.module.css";
import { EffectFields } from "./EffectFields.tsx";
import type { Made } from "../project/run-edit-effect.ts";
import { runEditEffect } from "../project/run-edit-effect.ts";
import type { Blobs } from "../project/use-mix.ts";
import type { JsonObject } from "../../../../workspace/contract/json.ts";

/** Seconds of the selection that are worked on to be heard. */
const SAMPLE = 20;
/** ms of rest after which changed values are heard. */
const REST = 350;

/** Effects on what is selected: heard first, then applied. */
export function EffectBox({
  desk,
  blobs,
  onTrial,
  play,
  pause,
  tell,
}: {
  readonly desk: Desk;
  readonly blobs: Blobs;
  /** What is heard instead of the draft; null: the draft. */
  readonly onTrial: (edit: Edit | null, blobs?: Readonly<Record<string, Blob>>) => void;
  readonly play: () => void;
  readonly pause: () => void;
  readonly tell: (label: string) => void;
}) {
  const { t, format } = useLocale();
  const { notices, workspace, report } = useWorkspace();
  const { store, state, rate } = desk;
  const kept = useStore(workspace, ({ settings }) => settings["editor"]?.["effects"]) as
    | Readonly<Record<string, JsonObject>>
    | undefined;
  const [id, setId] = useState("denoise");
  const [loaded, setLoaded] = useState<Effect | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const [isAfter, setAfter] = useState(true);
  const [done, setDone] = useState<number | null | "idle">("idle");
  const work = useRef<AbortController | null>(null);
  useEffect(() => {
    let here = true;
    loadEffect(id).then((effect) => here && setLoaded(effect), report);
    return () => {
      here = false;
    };
  }, [id, report]);
  const effect = loaded?.id === id ? loaded : null;
  const values = effect ? effectValues(id, effect.parameters, kept?.[id] ?? {}) : {};
  const name = t(`panel-kit:effect.${id}.name`);
  const target = targetOf(state);
  const isWhole = target !== null && target.end - target.start <= SAMPLE * rate;

  const latest = useRef({ made, onTrial, pause });
  useEffect(() => {
    latest.current = { made, onTrial, pause };
  });
  /** Ends the trial; what was made for it goes. */
  const drop = useCallback((): void => {
    work.current?.abort();
    const { made: old } = latest.current;
    if (!old) return;
    latest.current.pause();
    latest.current.onTrial(null);
    setMade(null);
    old.discard().catch(report);
  }, [report]);
  // What was tried belongs to the state in which it was tried.
  const { edit, selection } = state;
  const first = useRef({ edit, selection });
  useEffect(() => {
    if (first.current.edit === edit && first.current.selection === selection) return;
    first.current = { edit, selection };
    drop();
  }, [edit, selection, drop]);
  useEffect(() => drop, [drop]);

  const run = async (isTrial: boolean): Promise<Made | null> => {
    if (!target || !effect) return null;
    work.current?.abort();
    const abort = new AbortController();
    work.current = abort;
    setDone(null);
    const most = isTrial ? target.start + SAMPLE * rate : Infinity;
    try {
      return await runEditEffect(
        {
          edit,
          blobs,
          selection: { ...target, end: Math.min(target.end, most) },
          effect: id,
          values,
          name,
        },
        {
          engine: sharedEngine(),
          makeSound: () => shelf.makeSound(),
          signal: abort.signal,
          onProgress: (part) => work.current === abort && setDone(part),
        },
      );
    } catch (error) {
      if (!abort.signal.aborted) notices.warn(faultText(describeError(error, report)));
      return null;
    } finally {
      if (work.current === abort) setDone("idle");
    }
  };
  const listen = async (): Promise<void> => {
    const next = await run(true);
    if (!next) return;
    const { made: old } = latest.current;
    setMade(next);
    setAfter(true);
    onTrial(next.edit, next.blobs);
    if (old) await old.discard();
    else play();
  };
  const apply = async (): Promise<void> => {
    // What was heard is what is taken, where it was all of it.
    const ready = made && isWhole ? made : await run(false);
    if (!ready) return;
    if (made && ready !== made) drop();
    setMade(null);
    latest.current = { ...latest.current, made: null };
    onTrial(null, ready.blobs);
    store.describe(ready.sources);
    store.commit(ready.edit, { step: "effect" });
    tell("effect");
  };
  const isTrial = made !== null;
  // Changed values are heard a moment later.
  const text = JSON.stringify([id, values]);
  const heard = useRef(text);
  useEffect(() => {
    if (!isTrial) {
      heard.current = text;
      return undefined;
    }
    if (heard.current === text) return undefined;
    const timer = setTimeout(() => {
      heard.current = text;
      listen().catch(report);
    }, REST);
    return () => clearTimeout(timer);
  });
  const isBusy = done !== "idle";
  return (
    <div className={css["boxBody"]}>
      <Select
        label={t("panel-editor:effect.label")}
        value={id}
        onChange={({ target: { value } }) => {
          drop();
          setId(value);
        }}
      >
        {Object.keys(EDIT_EFFECTS).map((one) => (
          <option key={one} value={one}>
            {t(`panel-kit:effect.${one}.name`)}
          </option>
        ))}
      </Select>
      {effect && (
        <EffectFields
          effect={id}
          parameters={effect.parameters}
          values={values}
          onChange={(field, value) =>
            workspace.set("editor", {
              effects: { ...kept, [id]: { ...kept?.[id], [field]: value } } as JsonObject,
            })
          }
        />
      )}
      {!target && <p className={css["soft"]}>{t("panel-editor:edit.selectFirst")}</p>}
      <div className={css["row"]}>
        <Button disabled={!target || !effect} onClick={() => void listen().catch(report)}>
          {t("panel-editor:effect.listen")}
        </Button>
        <Button
          look="primary"
          disabled={!target || !effect || (isBusy && !isTrial)}
          onClick={() => void apply().catch(report)}
        >
          {t("panel-kit:apply")}
        </Button>
        {isTrial && (
          <>
            <Checkbox
              as="switch"
              label={t("panel-editor:effect.after")}
              checked={isAfter}
              onChange={({ target: { checked } }) => {
                setAfter(checked);
                onTrial(checked ? made.edit : null, made.blobs);
              }}
            />
            <Button onClick={drop}>{t("panel-editor:effect.stop")}</Button>
          </>
        )}
      </div>
      {isBusy && (
        <div className={css["row"]}>
          <ProgressArc value={done} label={t("panel-editor:progress")} size={48} />
          <span>{done === null ? t("panel-kit:stage.working") : format.percent(done)}</span>
          <Button small onClick={() => work.current?.abort()}>
            {t("common:zone.cancel")}
          </Button>
        </div>
      )}
      <p className={css["soft"]}>
        {t("panel-editor:effect.hint", { time: format.duration(SAMPLE) })}
      </p>
    </div>
  );
}
