import type { ReactElement, ReactNode } from "react";
import { use, useEffect, useState } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { ToolPage } from "../../core/page/page.ts";
import type { Zone } from "../shell/context/shell.ts";
import { ShellContext } from "../shell/context/shell.ts";
import { Static } from "./Static.tsx";

/** On the server nothing happens to the zone. */
const IDLE = createStore<Zone>(() => ({ state: "idle" }));

/** Where the tool of a page takes its input: as it was written until something happens to it. */
export function ToolSlot({
  page,
  children,
}: {
  readonly page: ToolPage;
  readonly children: () => ReactNode;
}) {
  const shell = use(ShellContext);
  const zone = useStore(shell?.zone ?? IDLE);
  const [render, setRender] = useState<((zone: Zone) => ReactElement) | null>(null);
  const wanted = zone.state !== "idle" && !render;
  useEffect(() => {
    if (!wanted || !shell) return;
    let here = true;
    // What was written stays until what takes its place is there.
    Promise.all([import("./live-zone.tsx"), shell.loadLocale(page.locale)])
      .then(([{ liveZone }, locale]) => here && setRender(() => liveZone(page, locale)))
      .catch(shell.report);
    return () => {
      here = false;
    };
  }, [wanted, shell, page]);
  return render ? render(zone) : <Static>{children}</Static>;
}
