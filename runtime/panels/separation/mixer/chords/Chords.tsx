import { type ComponentProps, lazy, Suspense, useState } from "react";
import { useT } from "#runtime/i18n/context.tsx";
import kit from "../../../../panel-kit/layout/kit.module.css";
import type { SongState } from "#runtime/audio/song/use-song.ts";
import type { ChordChartProps } from "./ChordChart.tsx";

const ChordChart = lazy(() => import("./ChordChart.tsx"));

/** The chords of the song; loaded when they are opened. */
export function Chords({
  song,
  ...props
}: Omit<ChordChartProps, "song"> & { readonly song: SongState }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={kit["more"]} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t("panel-separation:chords.title")}</summary>
      {isOpen && <Content song={song} {...props} />}
    </details>
  );
}

function Content({ song, ...props }: ComponentProps<typeof Chords>) {
  const t = useT();
  if (song === null)
    return <output className={kit["soft"]}>{t("panel-kit:stage.listening")}</output>;
  if (song === "unreadable") return <p className={kit["soft"]}>{t("errors:file.unreadable")}</p>;
  if (!song.chords?.length)
    return <p className={kit["soft"]}>{t("panel-separation:chords.none")}</p>;
  return (
    <Suspense>
      <ChordChart song={song} {...props} />
    </Suspense>
  );
}
