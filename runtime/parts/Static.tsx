import { type ReactNode, createContext, use } from "react";

/** True inside a page whose server-rendered HTML is being adopted. */
export const AdoptedContext = createContext(false);

const ADOPT = { __html: "" };

/**
 * A static part of a page: text, headings, links. Server-rendered HTML is adopted as is, so that
 * hydration needs neither the part's data nor its components; after client navigation, the part is
 * rendered.
 * @param props.children renders the part; not called while a page is adopted
 */
export function Static({ children }: { readonly children: () => ReactNode }) {
  // During hydration, React leaves the content of an element alone if its HTML is set directly,
  // and the value stays the same afterwards.
  return use(AdoptedContext) ? (
    <div className="static" suppressHydrationWarning dangerouslySetInnerHTML={ADOPT} />
  ) : (
    <div className="static">{children()}</div>
  );
}
