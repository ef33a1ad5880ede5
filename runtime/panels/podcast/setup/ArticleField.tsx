import { useT } from "#runtime/i18n/context.tsx";
import { useLinkField } from "#runtime/panel-kit/fetch/use-link-field.ts";
import css from "../../../panel-kit/layout/kit.module.css";
import { Button } from "#runtime/ui/Button.tsx";
import { TextField } from "#runtime/ui/field/Field.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { FoundArticle } from "#runtime/contract/links.ts";

/** Reads the text of an article from its page, if the site supports links. */
export function ArticleField({ onArticle }: { readonly onArticle: (found: FoundArticle) => void }) {
  const t = useT();
  const { links, say } = useWorkspace();
  const { link, setLink, isBusy, error, submit } = useLinkField({
    why: "panel-podcast:link.hint",
    async work(address, signal) {
      const found = await links.read(address, signal);
      onArticle(found);
      say(found.title);
    },
  });
  if (!links.enabled) return null;

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
