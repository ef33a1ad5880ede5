import type { ReactElement } from "react";
import type { ToolPage } from "../../core/page/page.ts";
import type { Zone } from "../shell/context/shell.ts";
import type { LocaleValue } from "../i18n/context.tsx";
import { LocaleContext } from "../i18n/context.tsx";
import { DropZone } from "../ui/DropZone.tsx";
import { inputOf } from "./tool-input.ts";

/** Shows the zone of a tool once something has happened to it; an adopted page came without its locale. */
export const liveZone =
  (page: ToolPage, locale: LocaleValue) =>
  (zone: Zone): ReactElement => (
    <LocaleContext value={locale}>
      {zone.state === "idle" ? (
        <DropZone state="idle" input={inputOf(page)} />
      ) : (
        <DropZone {...zone} />
      )}
    </LocaleContext>
  );
