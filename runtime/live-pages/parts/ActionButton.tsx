import { useState } from "react";
import { errorText } from "../../account/store/user.ts";
import { useT } from "../../i18n/context.tsx";
import { type Text, formatText } from "../../notices/notices.ts";
import { Button } from "../../ui/Button.tsx";
import css from "./account-pages.module.css";

/** A button that runs one action at a time, with the error of the last run below it. */
export function ActionButton({
  action,
  children,
}: {
  readonly action: () => Promise<void>;
  readonly children: string;
}) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Text | null>(null);
  const act = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    try {
      await action();
    } catch (error) {
      setProblem(errorText(error, "errors:http.other"));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div className={css["row"]}>
        <Button
          busy={busy}
          onClick={() => {
            if (!busy) void act();
          }}
        >
          {children}
        </Button>
      </div>
      <p className={css["problem"]} role="alert">
        {problem && formatText(problem, t)}
      </p>
    </>
  );
}
