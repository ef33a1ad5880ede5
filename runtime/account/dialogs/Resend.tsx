import { useT } from "../../i18n/context.tsx";
import css from "../form/account.module.css";
import { useSecondsUntil } from "./use-seconds-until.ts";

/** Requests another code as soon as that is allowed. */
export function Resend({
  from,
  again,
  busy,
  onResend,
}: {
  /** Epoch ms from which a new code can be sent. */
  readonly from: number;
  /** Whether a code was sent again. */
  readonly again: boolean;
  readonly busy: boolean;
  readonly onResend: () => void;
}) {
  const t = useT();
  const wait = useSecondsUntil(from);
  return (
    <div>
      {/* Not `disabled`: the button keeps the focus while it waits. */}
      <button
        type="button"
        className={css["again"]}
        aria-disabled={wait > 0 || busy || undefined}
        onClick={() => {
          if (wait === 0 && !busy) onResend();
        }}
      >
        {wait > 0 ? t("account:code.wait", { count: wait }) : t("account:code.resend")}
      </button>
      <p className={css["remark"]} aria-live="polite">
        {again && t("account:code.resent")}
      </p>
    </div>
  );
}
