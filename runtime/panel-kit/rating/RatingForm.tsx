import Star from "lucide-react/icons/star";
import { type SubmitEvent, useId, useState } from "react";
import { useStore } from "zustand";
import { LONGEST_REVIEW } from "#core/api/contract/shapes.ts";
import { useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { Radio } from "../../ui/choice/Radio.tsx";
import { TextArea } from "../../ui/field/Field.tsx";
import { useWorkspace } from "../../contract/context.ts";
import { addRated } from "./rated-tools.ts";
import css from "./rating.module.css";

const STARS = [1, 2, 3, 4, 5] as const;

/** One to five stars and an optional comment. Nothing is sent before *Send* is pressed. */
export function RatingForm({ tool }: { readonly tool: string }) {
  const t = useT();
  const { storage, user, rate } = useWorkspace();
  const isSignedIn = useStore(user, ({ token }) => token !== null);
  const [stars, choose] = useState(0);
  const [review, write] = useState("");
  const [state, setState] = useState<"asking" | "sending" | "sent" | "dismissed">("asking");
  const name = useId();

  const send = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    if (stars === 0 || state === "sending") return;
    setState("sending");
    const isSent = await rate({ tool, stars, review });
    if (isSent) addRated(storage, tool);
    setState(isSent ? "sent" : "asking");
  };
  const dismiss = (): void => {
    addRated(storage, tool);
    setState("dismissed");
  };

  if (state === "dismissed") return null;
  if (state === "sent")
    return (
      // The pressed button has disappeared, so the focus moves here.
      <p className={css["thanks"]} tabIndex={-1} ref={(line) => line?.focus()}>
        {t("panel-kit:rating.thanks")}
      </p>
    );
  return (
    <form className={css["rating"]} onSubmit={(event) => void send(event)}>
      <fieldset className={css["stars"]}>
        <legend>{t("panel-kit:rating.question")}</legend>
        {STARS.map((count) => (
          <label key={count} data-on={count <= stars || undefined}>
            <Radio
              isCovering
              name={name}
              checked={count === stars}
              aria-label={t("panel-kit:rating.stars", { count })}
              onChange={() => choose(count)}
            />
            <Star aria-hidden />
          </label>
        ))}
        {stars === 0 && (
          <Button small look="quiet" onClick={dismiss}>
            {t("panel-kit:rating.dismiss")}
          </Button>
        )}
      </fieldset>
      {stars > 0 && (
        <>
          <TextArea
            label={t("panel-kit:rating.words")}
            hint={t(isSignedIn ? "panel-kit:rating.noteAccount" : "panel-kit:rating.note")}
            rows={2}
            limit={LONGEST_REVIEW}
            value={review}
            onChange={({ target }) => write(target.value)}
          />
          <div className={css["actions"]}>
            <Button type="submit" small busy={state === "sending"}>
              {t("panel-kit:rating.send")}
            </Button>
            <Button small look="quiet" onClick={dismiss}>
              {t("panel-kit:rating.dismiss")}
            </Button>
          </div>
        </>
      )}
    </form>
  );
}
