import type { ReactNode } from "react";
import type { Question, TextItem, ToolLink } from "#core/page/page.ts";
import { useLocale } from "../i18n/context.tsx";
import { ToolName } from "./ToolName.tsx";
import css from "./blocks.module.css";
import { Badge } from "./Feedback.tsx";
import { ToolGlyph } from "./figures/ToolGlyph.tsx";

/** Content that expands in place, without a script. */
export function Disclosure({
  summary,
  children,
}: {
  readonly summary: string;
  readonly children: ReactNode;
}) {
  return (
    <details className={css["disclosure"]}>
      <summary>
        <span>{summary}</span>
        <svg className={css["sign"]} viewBox="0 0 16 16" aria-hidden="true">
          <path d="M2 11A6 6 0 0 1 14 11" />
          <circle cx="8" cy="10.5" r="1.4" />
        </svg>
      </summary>
      <div className={css["answer"]}>{children}</div>
    </details>
  );
}

export function Questions({ faq }: { readonly faq: readonly Question[] }) {
  return (
    <div className={css["questions"]}>
      {faq.map(({ question, answer }) => (
        <Disclosure key={question} summary={question}>
          <p>{answer}</p>
        </Disclosure>
      ))}
    </div>
  );
}

/** Facts side by side. */
export function Features({ items }: { readonly items: readonly TextItem[] }) {
  return (
    <ul className={css["features"]}>
      {items.map(({ title, text }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ul>
  );
}

/** A tool in a list; the whole card is a link. */
export function ToolCard({
  tool,
  below,
}: {
  readonly tool: ToolLink;
  /** Content at the end of the card, above the card's link. */
  readonly below?: ReactNode;
}) {
  const { t } = useLocale();
  return (
    <li className={css["tool"]} data-tool="">
      <a href={tool.path}>
        <ToolGlyph tool={tool} />
        <ToolName tool={tool} />
      </a>
      {tool.available === false && (
        <span className={css["soon"]}>
          <Badge weight="outline">{t("common:building")}</Badge>
        </span>
      )}
      <p>
        <bdi {...(tool.english?.includes("tagline") && { lang: "en" })}>{tool.tagline}</bdi>
      </p>
      {below}
    </li>
  );
}

export const ToolList = ({
  tools,
  below,
}: {
  readonly tools: readonly ToolLink[];
  readonly below?: (tool: ToolLink) => ReactNode;
}) => (
  <ul className={css["tools"]}>
    {tools.map((tool) => (
      <ToolCard key={tool.slug} tool={tool} below={below?.(tool)} />
    ))}
  </ul>
);

/** A table that scrolls horizontally when it is too wide. */
export function Table({
  caption,
  head,
  rows,
}: {
  readonly caption: string;
  readonly head: readonly string[];
  /** The first cell of each row is the row's header. */
  readonly rows: readonly (readonly ReactNode[])[];
}) {
  return (
    <div className={css["scroll"]}>
      <table className={css["table"]}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {head.map((text) => (
              <th key={text} scope="col">
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([first, ...cells], row) => (
            <tr key={row}>
              <th scope="row">{first}</th>
              {cells.map((cell, index) => (
                <td key={index} data-label={head[index + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
