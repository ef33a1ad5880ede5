import type { ToolPage } from "#core/page/page.ts";
import { type Site, pathOf } from "#core/site/site.ts";
import type { LayoutText } from "../layout.ts";
import { Workspace } from "../Workspace.tsx";

const navLink =
  "block rounded-md px-3 py-2 text-sm font-medium text-slate-700 hover:bg-slate-100 hover:text-slate-900";
const footLink = "text-sm leading-6 text-slate-600 hover:text-slate-900";
const card = "rounded-xl border border-slate-200 bg-white p-6 shadow-sm";
const title = "mb-6 text-2xl font-bold tracking-tight text-slate-900 sm:text-3xl";

interface ToolContext {
  readonly site: Site;
  readonly locale: string;
  readonly layout: LayoutText;
}

export function Navigation({ site, locale, layout }: ToolContext) {
  const links = Object.values(layout.nav);
  return (
    <>
      <a
        className="text-lg font-bold text-indigo-600"
        href={pathOf(site, locale, `/${links[0]!.slug}`)}
      >
        {layout.brand}
      </a>
      <nav data-part="nav" aria-label={layout.navLabel}>
        <ul className="flex flex-wrap items-center gap-1">
          {links.map(({ label, slug }) => (
            <li key={label}>
              <a className={navLink} href={pathOf(site, locale, `/${slug}`)}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}

export function Languages({
  site,
  locale,
  layout,
  route,
}: ToolContext & { readonly route: string }) {
  return (
    <div data-part="langs" className="relative">
      <span className="sr-only">{layout.langLabel}</span>
      <ul className="grid grid-cols-2 gap-1 text-sm">
        {site.locales.map(({ code, endonym, language }) => (
          <li key={code}>
            <a
              className="block px-2 py-1 hover:bg-slate-100"
              lang={language}
              hrefLang={language}
              aria-current={code === locale ? "true" : undefined}
              href={pathOf(site, code, route)}
            >
              {endonym}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function Footer({ site, locale, layout }: ToolContext) {
  return (
    <footer data-part="footer" className="mt-24 border-t border-slate-200 bg-slate-50 px-6 py-12">
      <div className="grid grid-cols-2 gap-8 md:grid-cols-4">
        {Object.values(layout.footer).map(({ heading, links }) => (
          <div key={heading}>
            <h3 className="mb-4 text-sm font-semibold uppercase tracking-wide text-slate-900">
              {heading}
            </h3>
            <ul className="space-y-2">
              {Object.values(links).map(({ label, slug }) => (
                <li key={label}>
                  <a className={footLink} href={pathOf(site, locale, `/${slug}`)}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
      <p className="mt-8 text-xs text-slate-400">{layout.legal}</p>
    </footer>
  );
}

export function WorkspaceSection({ layout }: Pick<ToolContext, "layout">) {
  return (
    <section
      data-part="workspace"
      id="workspace"
      className="mx-auto max-w-4xl px-6"
      data-text={JSON.stringify(layout.workspace)}
    >
      <Workspace text={layout.workspace} />
    </section>
  );
}

export function Hero({ page }: { readonly page: ToolPage }) {
  return (
    <section data-part="hero" className="px-6 py-16 text-center">
      <h1 className="text-4xl font-extrabold tracking-tight text-slate-900 sm:text-5xl">
        {page.heading}
      </h1>
      <p className="mx-auto mt-4 max-w-2xl text-lg text-slate-600">{page.tagline}</p>
    </section>
  );
}

export function Article({
  page,
  layout,
}: {
  readonly page: ToolPage;
  readonly layout: LayoutText;
}) {
  return (
    <>
      <section data-part="steps" className="mx-auto max-w-5xl px-6 py-12">
        <h2 className={title}>{layout.stepsTitle}</h2>
        <ol className="grid gap-6 md:grid-cols-3">
          {page.steps.map((step, index) => (
            <li key={step.title} className={card}>
              <span className="mb-2 inline-flex h-8 w-8 items-center justify-center rounded-full bg-indigo-100 font-bold text-indigo-700">
                {index + 1}
              </span>
              <h3 className="text-lg font-semibold">{step.title}</h3>
              <p className="mt-2 text-slate-600">{step.text}</p>
            </li>
          ))}
        </ol>
      </section>
      <section data-part="features" className="mx-auto max-w-5xl px-6 py-12">
        <h2 className={title}>{layout.featuresTitle}</h2>
        <ul className="grid gap-6 md:grid-cols-2">
          {page.features.map((feature) => (
            <li key={feature.title} className={card}>
              <h3 className="text-lg font-semibold">{feature.title}</h3>
              <p className="mt-2 text-slate-600">{feature.text}</p>
            </li>
          ))}
        </ul>
      </section>
      <article
        data-part="body"
        className="prose prose-slate mx-auto max-w-3xl px-6 py-12"
        dangerouslySetInnerHTML={{ __html: page.html }}
      />
      <section data-part="faq" className="mx-auto max-w-3xl px-6 py-12">
        <h2 className={title}>{layout.faqTitle}</h2>
        {page.faq.map(({ question, answer }) => (
          <details key={question} className="group border-b border-slate-200 py-4">
            <summary className="flex cursor-pointer items-center justify-between font-medium text-slate-900">
              {question}
            </summary>
            <p className="mt-3 text-slate-600">{answer}</p>
          </details>
        ))}
      </section>
      <section data-part="related" className="mx-auto max-w-5xl px-6 py-12">
        <h2 className={title}>{layout.relatedTitle}</h2>
        <ul className="grid grid-cols-2 gap-3 md:grid-cols-4">
          {page.related.map(({ slug, name, path }) => (
            <li key={slug}>
              <a
                className="block rounded-lg border border-slate-200 p-3 text-sm hover:border-indigo-400"
                href={path}
              >
                {name}
              </a>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** The whole body, as the floor renders it for every page. */
export function ToolBody(props: ToolContext & { readonly page: ToolPage }) {
  return (
    <>
      <header
        data-part="header"
        className="sticky top-0 z-40 border-b border-slate-200 bg-white/80 backdrop-blur"
      >
        <Navigation {...props} />
        <Languages {...props} route={props.page.route} />
      </header>
      <Hero page={props.page} />
      <WorkspaceSection layout={props.layout} />
      <Article page={props.page} layout={props.layout} />
      <Footer {...props} />
    </>
  );
}
