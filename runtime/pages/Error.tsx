import type { RouteError } from "../router/state.ts";
import type { ErrorPage } from "#core/page/page.ts";
import { pathOf } from "#core/site/site.ts";
import { useLocale, useT } from "../i18n/context.tsx";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { hasFewTools } from "../ui/few-tools.ts";
import { Mark } from "../ui/Mark.tsx";
import { GroupSection } from "../parts/home/GroupSection.tsx";
import { ToolSearch } from "../parts/home/ToolSearch.tsx";
import groups from "../parts/home/tool-groups.module.css";
import css from "./error.module.css";

/**
 * The error pages 404, 500 and offline. One file serves every locale: the browser replaces the text
 * of each `data-i18n` with that of the locale in the address, the target of each `data-home`, and on
 * the page 404 the header, the footer and the tools.
 */
export function Error({
  page,
  error,
}: {
  readonly page: ErrorPage;
  /** The error of client navigation; absent in the static document. */
  readonly error?: RouteError;
}) {
  const { site, locale, navigation, t } = useLocale();
  const home = pathOf(site, locale.code, "/");
  const key = `error.${page.status}` as const;
  const isFatal = error?.fatal === true;
  const hasTools = page.status === 404 && !isFatal;
  const text = (name: string) => ({ "data-i18n": name, children: t(`pages:${name}`) });
  return (
    <div
      className={hasTools || (error && !isFatal) ? css["framed"] : css["error"]}
      {...(!error && { "data-error-page": page.status })}
    >
      {!hasTools && (!error || isFatal) && (
        <a className={css["brand"]} href={home} data-home="">
          <Mark size={34} />
          <span>{site.name}</span>
        </a>
      )}
      <div className={css["message"]}>
        <Held status={page.status} />
        <h1 data-i18n={`${key}.title`}>{t(`pages:${key}.title`)}</h1>
        {page.status === 404 && !error && (
          <p className={css["path"]} data-i18n-path="error.404.path" hidden />
        )}
        {error?.status === 404 && (
          <PathLine
            words={t(isFatal ? "pages:error.404.invalid" : "pages:error.404.path", {
              path: "{path}",
            })}
            path={readable(error.path, locale.dir)}
          />
        )}
        <p className={css["text"]} {...text(`${key}.text`)} />
        {hasTools && <ToolSearch few={hasFewTools(navigation.groups)} />}
        <p className={css["actions"]}>
          <ButtonLink
            // Offline, the home page may be unavailable too.
            look={page.status === "offline" ? "secondary" : "primary"}
            href={home}
            data-home=""
            {...text("error.home")}
          />
          {page.status !== 404 && (
            <span className="needs-js">
              <Button
                look={page.status === "offline" ? "primary" : "secondary"}
                data-reload=""
                {...text("error.retry")}
              />
            </span>
          )}
        </p>
      </div>
      {hasTools && (
        <div id="tools" className={groups["tools"]} data-tools="">
          <h2 className="visually-hidden" data-i18n="home.tools">
            {t("pages:home.tools")}
          </h2>
          {navigation.groups.map((group) => (
            <GroupSection key={group.id} group={group} />
          ))}
        </div>
      )}
      {page.status === "offline" && <SavedPages />}
      {page.status !== "offline" && !hasTools && (!error || isFatal) && <Languages />}
    </div>
  );
}

/** The path that has no page. Its words repeat the heading, so that they are not shown. */
function PathLine({ words, path }: { readonly words: string; readonly path: string }) {
  const [before, after] = words.split("{path}");
  return (
    <p className={css["path"]}>
      <span className="visually-hidden">{before}</span>
      {path}
      <span className="visually-hidden">{after}</span>
    </p>
  );
}

/** A decoded path, isolated so that it keeps its direction inside right-to-left text. */
function readable(path: string, dir: "ltr" | "rtl"): string {
  let text = path;
  try {
    text = decodeURI(path);
  } catch {
    // Invalid percent-encoding: shown as is.
  }
  return dir === "rtl" ? `\u2066${text}\u2069` : text;
}

/** Pages that are available offline: the service worker lists them. */
function SavedPages() {
  const t = useT();
  return (
    <nav className={`${css["languages"]} ${css["kept"]}`} aria-labelledby="kept">
      <h2 id="kept" data-i18n="error.offline.kept">
        {t("pages:error.offline.kept")}
      </h2>
      <ul className={css["list"]} data-kept="" />
    </nav>
  );
}

function Languages() {
  const { site, t } = useLocale();
  return (
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
  );
}

/** A staff that breaks off under the fermata, with no note. */
function Held({ status }: Pick<ErrorPage, "status">) {
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
