import ArrowUp from "lucide-react/icons/arrow-up";
import Link2 from "lucide-react/icons/link-2";
import PenLine from "lucide-react/icons/pen-line";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import type { ToolInput } from "#core/page/tool-input.ts";
import type { ReactNode } from "react";
import type { ToolLink } from "#core/page/page.ts";
import { useT } from "../i18n/context.tsx";
import css from "./drop-zone.module.css";

export type ZoneState =
  | {
      readonly state: "idle";
      readonly input: ToolInput;
      /** Replaces the hint of the input. */
      readonly hint?: string;
    }
  /** The tool is not available yet. */
  | { readonly state: "building"; readonly input: ToolInput; readonly ready: readonly ToolLink[] };

const ICONS = { file: ArrowUp, text: PenLine, link: Link2, settings: SlidersHorizontal } as const;

/** The edge of a drop zone, in the shape of a fermata. */
export const ZoneEdge = () => (
  <svg
    className={css["edge"]}
    viewBox="0 0 800 300"
    preserveAspectRatio="none"
    aria-hidden="true"
    data-arc=""
  >
    <path d="M1 300C1 112 170 1 400 1s399 111 399 299h-3C790 122 626 15 400 15S10 122 4 300z" />
  </svg>
);

/** The input area of a tool. Its edge has the shape of a fermata. */
export function DropZone({ id = "workspace", ...zone }: ZoneState & { readonly id?: string }) {
  const t = useT();
  return (
    <section
      className={css["zone"]}
      data-zone=""
      data-state={zone.state}
      {...(dropsFiles(zone)
        ? { "aria-label": t("common:zone.file.action") }
        : { "aria-labelledby": id })}
    >
      <ZoneEdge />
      <div className={css["body"]}>
        {zone.state === "idle" ? <Invitation id={id} {...zone} /> : <Building id={id} {...zone} />}
      </div>
      <div className={css["ruler"]} aria-hidden="true" />
    </section>
  );
}

/**
 * Whether the title asks the visitor to drop a file, which touch devices cannot do: the title does
 * not label the zone then.
 */
const dropsFiles = (zone: ZoneState): boolean => zone.state === "idle" && zone.input === "file";

type StateOf<Name> = Extract<ZoneState, { readonly state: Name }> & { readonly id: string };

function Invitation({ id, ...zone }: StateOf<"idle">) {
  const t = useT();
  return (
    <>
      <Title id={id} drops={dropsFiles(zone)}>
        {t(`common:zone.${zone.input}.title`)}
      </Title>
      {zone.input === "file" && (
        <p className={`${css["title"]} ${css["release"]}`} aria-hidden="true">
          {t("common:zone.over")}
        </p>
      )}
      <Starter input={zone.input} />
      <div className={css["line"]}>
        <p className={css["text"]}>{zone.hint ?? t(`common:zone.${zone.input}.hint`)}</p>
        {zone.input === "file" && (
          <output
            data-zone-row=""
            data-opening={t("common:zone.loading", { name: "*" })}
            data-failed={t("common:zone.offline.title")}
          />
        )}
      </div>
    </>
  );
}

/** Lists tools that are available. */
function Building({ id, ...zone }: StateOf<"building">) {
  const t = useT();
  return (
    <>
      <span className={css["hollow"]} aria-hidden="true" />
      <Title id={id}>{t("pages:tool.building.title")}</Title>
      <p className={css["text"]}>{t(`pages:tool.building.${zone.input}`)}</p>
      {zone.ready.length > 0 ? (
        <p className={css["text"]}>
          {t("pages:tool.building.ready")}{" "}
          {zone.ready.map(({ slug, path, name }, index) => (
            <span key={slug}>
              {index > 0 && " · "}
              <a href={path}>{name}</a>
            </span>
          ))}
        </p>
      ) : (
        <p className={css["text"]}>
          <a href="#steps">{t("pages:tool.building.now")}</a>
        </p>
      )}
    </>
  );
}

function Title({
  id,
  drops = false,
  children,
}: {
  readonly id: string;
  /** Whether the title asks the visitor to drop a file, which touch devices cannot do. */
  readonly drops?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <h2 className={drops ? `${css["title"]} ${css["drops"]}` : css["title"]} id={id}>
      {children}
    </h2>
  );
}

/** The button that opens the file picker or the panel. */
function Starter({ input }: { readonly input: ToolInput }) {
  const t = useT();
  const Icon = ICONS[input];
  const label = t(`common:zone.${input}.action`);
  const content = (
    <>
      <Icon size={20} />
      {label}
    </>
  );
  return input === "file" ? (
    <label className={`${css["starter"]} needs-js`}>
      <input
        className="visually-hidden"
        type="file"
        multiple
        accept="audio/*,video/*"
        data-zone-file=""
      />
      {content}
    </label>
  ) : (
    <button className={`${css["starter"]} needs-js`} type="button" data-open="workspace">
      {content}
    </button>
  );
}
