import { Head } from "../../shared/Head.jsx";
import { dir, head, kind, lang, styles } from "../../site/PAGE/head.json";

export default function Layout({ children }) {
  return (
    <html lang={lang} dir={dir} data-js="">
      <head>
        <Head tags={head} styles={styles} />
      </head>
      <body data-kind={kind}>{children}</body>
    </html>
  );
}
