import type { ReactNode } from "react";
import css from "./tool-frame.module.css";
import { Static } from "./Static.tsx";

export interface ToolParts {
  readonly head: () => ReactNode;
  readonly zone: () => ReactNode;
  /** Nothing if the page has no sample. */
  readonly sample: () => ReactNode;
  readonly facts: () => ReactNode;
  readonly article: () => ReactNode;
}

/**
 * The part of a tool page that hydration needs: static parts, and the tool's place among them.
 * `parts` is absent while the page is adopted.
 */
export function ToolFrame({ parts }: { readonly parts?: ToolParts }) {
  return (
    <>
      <Static>{() => parts?.head()}</Static>
      <div className={css["bench"]}>
        <div className={css["tool"]}>
          <Static>{() => parts?.zone()}</Static>
          <Static>{() => parts?.sample()}</Static>
        </div>
        <Static>{() => parts?.facts()}</Static>
      </div>
      <Static>{() => parts?.article()}</Static>
    </>
  );
}
