const List = ({ items }) =>
  items.map(({ title, text }) => (
    <li key={title}>
      <h3>{title}</h3>
      <p>{text}</p>
    </li>
  ));

export const Page = ({ page, locale, layout }) => (
  <html lang={locale}>
    <head>
      <meta charSet="utf-8" />
      <title>{page.title}</title>
      <meta name="description" content={page.description} />
    </head>
    <body>
      <nav>
        {Object.values(layout.nav).map(({ label, slug }) => (
          <a key={label} href={`/${locale}/${slug}`}>
            {label}
          </a>
        ))}
      </nav>
      <main>
        <h1>{page.heading}</h1>
        <p>{page.tagline}</p>
        <ol>
          <List items={page.steps} />
        </ol>
        <ul>
          <List items={page.features} />
        </ul>
        <article dangerouslySetInnerHTML={{ __html: page.html }} />
        {page.faq.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
        <ul>
          {page.related.map(({ slug, name }) => (
            <li key={slug}>
              <a href={`/${locale}/${slug}`}>{name}</a>
            </li>
          ))}
        </ul>
      </main>
      <footer>
        {Object.values(layout.footer).map(({ heading, links }) => (
          <div key={heading}>
            <h3>{heading}</h3>
            {Object.values(links).map(({ label, slug }) => (
              <a key={label} href={`/${locale}/${slug}`}>
                {label}
              </a>
            ))}
          </div>
        ))}
      </footer>
    </body>
  </html>
);
