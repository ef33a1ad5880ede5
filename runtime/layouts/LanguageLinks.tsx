import { useLocale } from "../i18n/context.tsx";

/** Stands for the address of a page in a locale until the page is known. */
export const languageMark = (code: string): string => `%to:${code}%`;

/** A link to the same page in each language, in that language's own name. */
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
