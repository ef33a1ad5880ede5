import { useEffect, useId, useRef, useState } from "react";
import type { ResponseOf } from "#core/api/contract/call.ts";
import { endSessions } from "#core/api/accounts/end-sessions.ts";
import { getSessions } from "#core/api/accounts/get-sessions.ts";
import { ApiError } from "../../services/api/api-error.ts";
import { errorText } from "../../account/store/user.ts";
import { useApplication } from "../../application/application.ts";
import { useLocale } from "../../i18n/context.tsx";
import { isolate } from "../../i18n/isolate.ts";
import { type Text, formatText } from "../../notices/notices.ts";
import { Button } from "../../ui/Button.tsx";
import css from "../parts/account-pages.module.css";
import { useMoments } from "../parts/moment.ts";
import { Skeleton } from "../parts/Skeleton.tsx";
import own from "./settings.module.css";

type Session = ResponseOf<typeof getSessions>["sessions"][number];

const QUIET = { quiet: "refusals" } as const;

/**
 * The sessions of the account, each with a button that ends it (USR-16).
 * @param version changes when another part of the page has ended sessions
 */
export function Sessions({ version }: { readonly version: number }) {
  const { t } = useLocale();
  const { api, notices } = useApplication();
  const [sessions, setSessions] = useState<readonly Session[] | null>(null);
  const [problem, setProblem] = useState<Text | null>(null);
  const [tries, setTries] = useState(0);
  const [busy, setBusy] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const control = new AbortController();
    api(getSessions, {}, { ...QUIET, signal: control.signal }).then(
      (answer) => {
        setSessions(answer.sessions);
        setProblem(null);
      },
      (error: unknown) => {
        if (!control.signal.aborted) setProblem(errorText(error, "errors:http.other"));
      },
    );
    return () => control.abort();
  }, [api, version, tries]);

  const end = async (id?: string): Promise<void> => {
    if (busy) return;
    setBusy(true);
    try {
      await api(endSessions, id === undefined ? {} : { id }, QUIET).catch((error: unknown) => {
        // The session was already ended elsewhere: the list is outdated.
        if (!(error instanceof ApiError) || error.key !== "not_found") throw error;
      });
      notices.toast(`pages:settings.sessions.${id === undefined ? "allEnded" : "ended"}`, "good");
      // The focused button is removed with its entry.
      list.current?.focus();
      setTries((count) => count + 1);
    } catch (error) {
      setProblem(errorText(error, "errors:http.other"));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className={css["stack"]} aria-busy={busy}>
      <p>{t("pages:settings.sessions.text")}</p>
      {sessions === null && problem === null && <Skeleton />}
      {sessions !== null && (
        <ul ref={list} className={own["sessions"]} tabIndex={-1}>
          {sessions.map((session) => (
            <Entry key={session.id} session={session} onEnd={() => void end(session.id)} />
          ))}
        </ul>
      )}
      <p className={css["problem"]} role="alert">
        {problem && formatText(problem, t)}
      </p>
      <div className={css["row"]}>
        {sessions !== null && sessions.length > 1 && (
          <Button busy={busy} onClick={() => void end()}>
            {t("pages:settings.sessions.endAll")}
          </Button>
        )}
        {sessions === null && problem && (
          <Button onClick={() => setTries(tries + 1)}>{t("pages:account.retry")}</Button>
        )}
      </div>
    </div>
  );
}

function Entry({ session, onEnd }: { readonly session: Session; readonly onEnd: () => void }) {
  const { t } = useLocale();
  const id = useId();
  const moments = useMoments();
  const { client, current, created_at, used_at } = session;
  const name = client === "" ? t("pages:settings.sessions.unknown") : isolate(client);
  return (
    <li>
      <div>
        <strong id={id}>{name}</strong>
        <span className={css["soft"]}>
          {current
            ? t("pages:settings.sessions.current")
            : t("pages:settings.sessions.used", { time: moments.minute(used_at) })}
          {" · "}
          {t("pages:settings.sessions.since", { day: moments.day(created_at) })}
        </span>
      </div>
      {!current && (
        <Button small id={`${id}-out`} aria-labelledby={`${id}-out ${id}`} onClick={onEnd}>
          {t("account:menu.logOut")}
        </Button>
      )}
    </li>
  );
}
