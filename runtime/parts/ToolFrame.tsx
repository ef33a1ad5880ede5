import type { ReactNode } from "react";
import type { ToolPage } from "#core/page/page.ts";
import css from "./tool-frame.module.css";
import { Static } from "./Static.tsx";
import { hasSample } from "./sample/tool-samples.ts";

export interface ToolParts {
  readonly head: () => ReactNode;
  readonly zone: () => ReactNode;
  readonly sample: () => ReactNode;
  readonly facts: () => ReactNode;
  readonly article: () => ReactNode;
}

/**
 * The part of a tool page that hydration needs: static parts, and the tool's place among them.
 * `parts` is absent while the page is adopted.
 */
export function ToolFrame({
  page,
  parts,
}: {
  readonly page: ToolPage;
  readonly parts?: ToolParts;
}) {
  return (
    <>
      <Static>{() => parts?.head()}</Static>
      <div className={css["bench"]} data-sampled={hasSample(page) ? "" : undefined}>
        <div className={css["tool"]}>
          <Static>{() => parts?.zone()}</Static>
          {hasSample(page) && <Static>{() => parts?.sample()}</Static>}
        </div>
        <Static>{() => parts?.facts()}</Static>
      </div>
      <Static>{() => parts?.article()}</Static>
    </>
  );
}
