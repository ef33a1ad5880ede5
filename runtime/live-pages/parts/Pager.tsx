import ChevronLeft from "lucide-react/icons/chevron-left";
import ChevronRight from "lucide-react/icons/chevron-right";
import { useT } from "../../i18n/context.tsx";
import { formatText } from "../../notices/notices.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import css from "./account-pages.module.css";
import type { Pages } from "./use-pages.ts";

/** Navigation between the pages of a list; not rendered if there is only one page. */
export function Pager({
  pages: { page, last, busy, go },
  label,
}: {
  readonly pages: Pages;
  readonly label: string;
}) {
  const t = useT();
  if (last === 1) return null;
  // Not `disabled` at the ends, so that the buttons keep the focus.
  const step = (by: -1 | 1) => ({
    "data-end": page + by < 1 || page + by > last || undefined,
    onClick: (): void => {
      if (!busy && page + by >= 1 && page + by <= last) go(page + by);
    },
  });
  return (
    <nav className={css["pager"]} aria-label={label}>
      <Button small icon={<ChevronLeft className="flip" />} {...step(-1)}>
        {t("pages:account.pages.before")}
      </Button>
      <span aria-live="polite">{t("pages:account.pages.at", { page, last })}</span>
      <Button small {...step(1)}>
        {t("pages:account.pages.next")}
        <ChevronRight className="flip" />
      </Button>
    </nav>
  );
}

/** The error of a list that could not be loaded. */
export function ListProblem({ pages: { problem, again } }: { readonly pages: Pages }) {
  const t = useT();
  if (!problem) return null;
  return (
    <Notice
      weight="bad"
      actions={
        <Button small onClick={again}>
          {t("pages:account.retry")}
        </Button>
      }
    >
      <p>{formatText(problem, t)}</p>
    </Notice>
  );
}
