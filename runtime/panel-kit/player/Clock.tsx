import { useLocale } from "../../i18n/context.tsx";
import css from "./clock.module.css";

/** The position of a player, and the length of its sound. */
export function Clock({
  time,
  seconds,
}: {
  readonly time: number;
  /** Null until it is known. */
  readonly seconds: number | null;
}) {
  const { format } = useLocale();
  return (
    <span className={css["clock"]} dir="ltr">
      {format.clock(time, 1)}
      {seconds !== null && <span>{` / ${format.length(seconds)}`}</span>}
    </span>
  );
}
