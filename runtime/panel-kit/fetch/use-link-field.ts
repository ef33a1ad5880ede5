import { type FormEvent, useEffect, useRef, useState } from "react";
import { useT } from "../../i18n/context.tsx";
import { formatText } from "../../notices/notices.ts";
import { useWorkspace } from "../../contract/context.ts";
import { describeError } from "../../contract/describe-error.ts";
import { faultText } from "../../contract/texts.ts";

/** A field for one link, and its processing. */
export interface LinkField {
  readonly link: string;
  readonly setLink: (link: string) => void;
  readonly isBusy: boolean;
  /** The error and how to fix it. */
  readonly error: string | null;
  readonly cancel: () => void;
  readonly submit: (event: FormEvent) => void;
}

/**
 * Processes one link at a time, for visitors with an account: the server downloads nothing for
 * anyone else. The work is aborted when the field is unmounted.
 * @param options.why message that the account dialog shows
 * @param options.work processes a link, after which the field is emptied
 */
export function useLinkField({
  why,
  work,
}: {
  readonly why: string;
  readonly work: (link: string, signal: AbortSignal) => Promise<void>;
}): LinkField {
  const t = useT();
  const { user, dialogs, report } = useWorkspace();
  const [link, setLink] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(): Promise<void> {
    const isIn = user.getState().token !== null || (await dialogs.ask({ name: "register", why }));
    if (!isIn) return;
    const own = new AbortController();
    running.current = own;
    setError(null);
    setBusy(true);
    try {
      await work(link.trim(), own.signal);
      setLink("");
    } catch (thrown) {
      if (!own.signal.aborted) setError(formatText(faultText(describeError(thrown, report)), t));
    } finally {
      setBusy(false);
    }
  }
  return {
    link,
    setLink,
    isBusy,
    error,
    cancel: () => running.current?.abort(),
    submit: (event) => {
      event.preventDefault();
      if (!isBusy && link.trim() !== "") void run();
    },
  };
}
