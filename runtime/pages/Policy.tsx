import type { PolicyPage } from "#core/page/page.ts";
import { useT } from "../i18n/context.tsx";
import { Changed, PageHead } from "../parts/PageHead.tsx";
import css from "./policy.module.css";

const HEADING = /<h2 id="([^"<]+)">((?:[^<\n]|<(?!\/?h2))*)<\/h2>/g;

export function Policy({ page }: { readonly page: PolicyPage }) {
  const t = useT();
  const headings = [...page.html.matchAll(HEADING)].map(([, id, html]) => ({
    id: id!,
    html: html!,
  }));
  const others = page.policies.filter(({ path }) => path !== page.path);
  return (
    <>
      <PageHead page={page} />
      <div className={css["columns"]}>
        <div className={css["aside"]}>
          {headings.length > 1 && (
            <nav aria-labelledby="contents">
              <h2 id="contents">{t("pages:policy.contents")}</h2>
              <ol className={css["contents"]}>
                {headings.map(({ id, html }) => (
                  <li key={id}>
                    {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- its text is the heading's HTML */}
                    <a href={`#${id}`} dangerouslySetInnerHTML={{ __html: html }} />
                  </li>
                ))}
              </ol>
            </nav>
          )}
          <nav aria-labelledby="others">
            <h2 id="others">{t("pages:policy.others")}</h2>
            <ul className={css["contents"]}>
              {others.map(({ path, name }) => (
                <li key={path}>
                  <a href={path}>{name}</a>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <div>
          <div className="prose" dangerouslySetInnerHTML={{ __html: page.html }} />
          <Changed page={page} />
        </div>
      </div>
    </>
  );
}
