import { type ReactNode, createContext, use } from "react";

/** True below a page that came as HTML from the server and is being adopted. */
export const AdoptedContext = createContext(false);

const ADOPT = { __html: "" };

/**
 * A part of a page that never changes: text, headings, links. In HTML from the server it is adopted
 * as it stands, so that neither its data nor its components are needed for hydration; where client
 * navigation makes the page, it is rendered.
 * @param props.children makes the part; not called while a page is adopted
 */
export function Static({ children }: { readonly children: () => ReactNode }) {
  // React leaves the content of such an element alone while it hydrates, and the text stays the same afterwards.
  return use(AdoptedContext) ? (
    <div className="static" suppressHydrationWarning dangerouslySetInnerHTML={ADOPT} />
  ) : (
    <div className="static">{children()}</div>
  );
}
