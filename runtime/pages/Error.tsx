import type { ErrorPage } from "../../core/page.ts";
import { pathOf } from "../../core/site.ts";
import { useLocale } from "../i18n/context.tsx";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { Mark } from "../ui/Mark.tsx";
import css from "./error.module.css";

/**
 * 404 and 500. One file serves every locale: the browser replaces the text of each `data-i18n` by
 * that of the locale in the address, and the target of each `data-home`.
 */
export function Error({ page }: { readonly page: ErrorPage }) {
  const { site, locale, t } = useLocale();
  const home = pathOf(site, locale.code, "/");
  const key = `error.${page.status}` as const;
  const text = (name: string) => ({ "data-i18n": name, children: t(`pages:${name}`) });
  return (
    <div className={css["error"]} data-error-page={page.status}>
      <a className={css["brand"]} href={home} data-home="">
        <Mark size={34} />
        <span>{site.name}</span>
      </a>
      <div className={css["message"]}>
        <Held status={page.status} />
        <h1 data-i18n={`${key}.title`}>{t(`pages:${key}.title`)}</h1>
        {page.status === 404 && (
          <p className={css["path"]} data-i18n-path="error.404.path" hidden />
        )}
        <p className={css["text"]} {...text(`${key}.text`)} />
        <p className={css["actions"]}>
          <ButtonLink look="primary" href={home} data-home="" {...text("error.home")} />
          {page.status === 404 ? (
            <ButtonLink href={`${home}#tools`} data-home="#tools" {...text("error.tools")} />
          ) : (
            <span className="needs-js">
              <Button data-reload="" {...text("error.retry")} />
            </span>
          )}
        </p>
      </div>
      <nav className={css["languages"]} aria-labelledby="languages">
        <h2 id="languages" data-i18n="error.languages">
          {t("pages:error.languages")}
        </h2>
        <ul className={css["list"]}>
          {site.locales.map(({ code, language, endonym, dir }) => (
            <li key={code}>
              <a
                href={pathOf(site, code, "/")}
                hrefLang={language}
                lang={language}
                dir={dir}
                data-language={code}
              >
                {endonym}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

/** A line that breaks off under the fermata: the note is missing. */
function Held({ status }: { readonly status: number }) {
  return (
    <svg className={css["held"]} viewBox="0 0 480 96" aria-hidden="true">
      <path d="M0 78h188M292 78h188" />
      <path
        className={css["arc"]}
        d="M186 58C188 26 210 6 240 6s52 20 54 52h-2C289 34 268 16 240 16s-49 18-52 42z"
      />
      {status === 404 ? (
        <circle className={css["ring"]} cx="240" cy="56" r="9" />
      ) : (
        <circle cx="240" cy="78" r="9" />
      )}
    </svg>
  );
}
