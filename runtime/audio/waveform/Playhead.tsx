import css from "./playhead.module.css";

/** The place that is heard, over a drawing of the sound. @param percent of its width, from the left */
export function Playhead({ percent }: { readonly percent: number }) {
  return <span className={css["playhead"]} style={{ translate: `${percent}%` }} />;
}
