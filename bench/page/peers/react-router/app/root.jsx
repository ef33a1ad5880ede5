import { Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from "react-router";

export function Layout({ children }) {
  const { lang, dir, kind } = useMatches().at(-1)?.loaderData ?? {};
  return (
    <html lang={lang} dir={dir} data-js="">
      <head>
        <Meta />
        <Links />
      </head>
      <body data-kind={kind}>
        {children}
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}
