import Search from "lucide-react/icons/search";
import X from "lucide-react/icons/x";
import { useLocale } from "../../i18n/context.tsx";
import { Kbd } from "../../ui/Feedback.tsx";
import css from "./tool-search.module.css";

/** Filters tools while the visitor types; the logic is in page-scripts/home-search.ts. */
export function ToolSearch({ few }: { readonly few: boolean }) {
  const { t } = useLocale();
  return (
    <search className={`${css["search"]} needs-js`} data-search="">
      <Search className={css["lens"]} size={20} />
      <label className="visually-hidden" htmlFor="search">
        {t("pages:home.search.label")}
      </label>
      <input
        className={css["input"]}
        id="search"
        type="text"
        inputMode="search"
        enterKeyHint="go"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={t(few ? "pages:home.search.label" : "pages:home.search.placeholder")}
        aria-describedby="search-hint"
        aria-controls="tools"
      />
      <button
        type="button"
        className={css["clear"]}
        data-search-clear=""
        aria-label={t("pages:home.search.clear")}
        hidden
      >
        <X size={20} />
      </button>
      <span className={css["slash"]} aria-hidden="true">
        <Kbd>/</Kbd>
      </span>
      <div className={css["answer"]}>
        <output
          data-search-status=""
          data-found={t("pages:home.search.found", { number: "{number}" })}
          data-none={t("pages:home.search.none", { query: "{query}" })}
          data-none-hint={t("pages:home.search.noneHint")}
        />
        <p id="search-hint" hidden>
          {t("pages:home.search.hint")}
        </p>
      </div>
    </search>
  );
}
