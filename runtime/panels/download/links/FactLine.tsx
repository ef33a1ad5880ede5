import { Fragment } from "react";
import css from "./links.module.css";

/** Facts in one line, each with its own text direction, so that a number stays with its unit. */
export function FactLine({ facts }: { readonly facts: readonly (string | null)[] }) {
  return (
    <p className={css["soft"]}>
      {facts
        .filter((fact) => fact !== null && fact !== "")
        .map((fact, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- they have no names, and stay where they are
          <Fragment key={at}>
            {at > 0 && " · "}
            <bdi>{fact}</bdi>
          </Fragment>
        ))}
    </p>
  );
}
