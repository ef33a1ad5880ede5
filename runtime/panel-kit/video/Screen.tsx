import type { ReactNode } from "react";
import { type Shape, LOGICAL } from "../../audio/worker/pictures/look.ts";
import css from "./video.module.css";

/** The box of a video, as large before it is shown as after. */
export function Screen({
  shape,
  children,
}: {
  readonly shape: Shape;
  readonly children: ReactNode;
}) {
  const { width, height } = LOGICAL[shape];
  return (
    <div
      className={css["screen"]}
      style={{
        aspectRatio: `${width} / ${height}`,
        maxInlineSize: `calc(62vh * ${width / height})`,
      }}
    >
      {children}
    </div>
  );
}
