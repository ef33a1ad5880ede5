import type { FormEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { useT } from "../../../i18n/context.tsx";
import { wordsOf } from "../../../notices/notices.ts";
import css from "../../../panel-kit/layout/kit.module.css";
import { Button } from "../../../ui/Button.tsx";
import { TextField } from "../../../ui/field/Field.tsx";
import { useWorkspace } from "../../../workspace/contract/context.ts";
import { describeError } from "../../../workspace/contract/describe-error.ts";
import type { FoundArticle } from "../../../workspace/contract/links.ts";
import { faultText } from "../../../workspace/contract/texts.ts";

/** Takes the text of an article from its page, where the site fetches from links. */
export function ArticleField({ onArticle }: { readonly onArticle: (found: FoundArticle) => void }) {
  const t = useT();
  const { links, user, dialogs, report, say } = useWorkspace();
  const [link, setLink] = useState("");
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  if (!links.enabled) return null;

  async function read(): Promise<void> {
    const isIn =
      user.getState().token !== null ||
      (await dialogs.ask({ name: "register", why: "panel-podcast:link.hint" }));
    if (!isIn) return;
    const own = new AbortController();
    running.current = own;
    setError(null);
    setBusy(true);
    try {
      const found = await links.read(link.trim(), own.signal);
      onArticle(found);
      setLink("");
      say(found.title);
    } catch (thrown) {
      if (!own.signal.aborted) setError(wordsOf(faultText(describeError(thrown, report)), t));
    } finally {
      setBusy(false);
    }
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy && link.trim() !== "") void read();
  };
  return (
    <form className={css["settings"]} onSubmit={submit}>
      <TextField
        label={t("panel-podcast:link.label")}
        hint={t("panel-podcast:link.hint")}
        {...(error !== null && { error })}
        type="url"
        dir="ltr"
        required
        value={link}
        onChange={({ target }) => setLink(target.value)}
      />
      <div>
        <Button type="submit" small busy={isBusy}>
          {t("panel-podcast:link.get")}
        </Button>
      </div>
    </form>
  );
}
