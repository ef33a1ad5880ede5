import type { ReactNode } from "react";
import { EnglishPart } from "../ui/Translation.tsx";
import css from "./section.module.css";

/** A section of a page: its heading at the start, its content beside the heading. */
export function Section({
  id,
  title,
  english = false,
  wide = false,
  children,
}: {
  readonly id: string;
  readonly title: string;
  /** The content is English, whatever the page's language. */
  readonly english?: boolean;
  /** The content is below the heading and takes the full width. */
  readonly wide?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <section className={wide ? css["wide"] : css["section"]} aria-labelledby={id}>
      <h2 id={id} className={css["title"]}>
        {title}
      </h2>
      <EnglishPart when={english}>{children}</EnglishPart>
    </section>
  );
}

/** Markdown of a page, in the column of the sections' contents. */
export function Body({
  html,
  english = false,
}: {
  readonly html: string;
  readonly english?: boolean;
}) {
  if (html === "") return null;
  return (
    <div className={css["body"]}>
      <div
        className="prose"
        {...(english && { lang: "en", dir: "ltr" })}
        dangerouslySetInnerHTML={{ __html: html }}
      />
    </div>
  );
}
