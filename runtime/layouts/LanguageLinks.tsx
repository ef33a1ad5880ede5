import { useLocale } from "../i18n/context.tsx";

/** Placeholder for the URL of a page in a locale, until the page is known. */
export const languageMark = (code: string): string => `%to:${code}%`;

/** Links to the same page in each language, labeled with the language's own name. */
export function LanguageLinks({ className }: { readonly className: string | undefined }) {
  const { site, locale } = useLocale();
  return (
    <ul className={className}>
      {site.locales.map(({ code, language, endonym, name, dir }) => (
        <li key={code}>
          <a
            href={languageMark(code)}
            hrefLang={language}
            data-language={code}
            {...(code === locale.code && { "aria-current": "true" })}
          >
            <bdi lang={language} dir={dir}>
              {endonym}
            </bdi>
            {name !== endonym && (
              <span lang="en" dir="ltr">
                {name}
              </span>
            )}
          </a>
        </li>
      ))}
    </ul>
  );
}
