import css from "./playhead.module.css";

/** The playhead over a drawing of the sound. @param percent position from the left */
export function Playhead({ percent }: { readonly percent: number }) {
  return <span className={css["playhead"]} style={{ translate: `${percent}%` }} />;
}
