import ArrowUp from "lucide-react/icons/arrow-up";
import Link2 from "lucide-react/icons/link-2";
import PenLine from "lucide-react/icons/pen-line";
import SlidersHorizontal from "lucide-react/icons/sliders-horizontal";
import type { ReactNode } from "react";
import type { ToolLink } from "#core/page/page.ts";
import { useT } from "../i18n/context.tsx";
import { Button, ButtonLink } from "./Button.tsx";
import css from "./drop-zone.module.css";
import { ProgressArc } from "./Feedback.tsx";

/** What a tool starts from. */
export type ZoneInput = "file" | "text" | "link" | "settings";

export type ZoneState =
  | {
      readonly state: "idle" | "over";
      readonly input: ZoneInput;
      /** In the place of what the input says by itself. */
      readonly hint?: string;
    }
  /** The tool behind it does not exist yet. */
  | { readonly state: "building"; readonly input: ZoneInput; readonly ready: readonly ToolLink[] }
  | { readonly state: "loading"; readonly name: string }
  | { readonly state: "working"; readonly value: number | null; readonly left?: string }
  | { readonly state: "done" }
  | { readonly state: "partly"; readonly done: number; readonly total: number }
  | { readonly state: "error"; readonly message: string }
  | { readonly state: "offline" }
  | {
      readonly state: "credits";
      readonly needed: number;
      readonly available: number;
      readonly pricing: string;
    };

const ICONS = { file: ArrowUp, text: PenLine, link: Link2, settings: SlidersHorizontal } as const;

/**
 * Where a tool takes its input: the arc of a fermata is its edge. The same
 * place then shows how the work goes.
 */
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
      <svg
        className={css["edge"]}
        viewBox="0 0 800 300"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <path d="M1 300C1 112 170 1 400 1s399 111 399 299h-3C790 122 626 15 400 15S10 122 4 300z" />
      </svg>
      <div className={css["body"]}>
        <Content id={id} {...zone} />
      </div>
      <div className={css["ruler"]} aria-hidden="true" />
    </section>
  );
}

/** Whether its title asks for a file to be dropped, which a finger cannot do: it does not name the zone, then. */
const dropsFiles = (zone: ZoneState): boolean =>
  (zone.state === "idle" || zone.state === "over") && zone.input === "file";

function Content({ id, ...zone }: ZoneState & { readonly id: string }) {
  const t = useT();
  switch (zone.state) {
    case "idle":
    case "over":
      return <Invitation id={id} {...zone} />;
    case "building":
      return <Building id={id} {...zone} />;
    case "loading":
      return (
        <>
          <ProgressArc value={null} label={t("common:zone.loading", { name: zone.name })} />
          <Title id={id}>{t("common:zone.loading", { name: zone.name })}</Title>
        </>
      );
    case "working":
      return (
        <>
          <ProgressArc value={zone.value} label={t("common:zone.working")} />
          <Title id={id}>{t("common:zone.working")}</Title>
          {zone.left && <p className={css["text"]}>{t("common:zone.left", { time: zone.left })}</p>}
          <Button>{t("common:zone.cancel")}</Button>
        </>
      );
    case "done":
      return (
        <>
          <ProgressArc value={1} label={t("common:zone.done")} />
          <Title id={id}>{t("common:zone.done")}</Title>
          <Actions>
            <Button look="primary">{t("common:zone.save")}</Button>
            <Button look="quiet">{t("common:zone.again")}</Button>
          </Actions>
        </>
      );
    case "partly":
      return (
        <>
          <ProgressArc value={zone.done / zone.total} label={t("common:zone.working")} />
          <Title id={id}>{t("common:zone.partly", { done: zone.done, total: zone.total })}</Title>
          <Actions>
            <Button look="primary">{t("common:zone.save")}</Button>
            <Button>{t("common:zone.retry")}</Button>
          </Actions>
        </>
      );
    case "error":
      return (
        <>
          <span className={css["broken"]} aria-hidden="true" />
          <Title id={id}>{t("errors:warning")}</Title>
          <p className={css["text"]} role="alert">
            {zone.message}
          </p>
          <Button>{t("common:zone.retry")}</Button>
        </>
      );
    case "offline":
      return (
        <>
          <span className={css["hollow"]} aria-hidden="true" />
          <Title id={id}>{t("common:zone.offline.title")}</Title>
          <p className={css["text"]}>{t("common:zone.offline.text")}</p>
          <Button>{t("common:zone.retry")}</Button>
        </>
      );
    case "credits":
      return (
        <>
          <span className={css["hollow"]} aria-hidden="true" />
          <Title id={id}>{t("common:zone.credits.title")}</Title>
          <p className={css["text"]}>
            {t("common:zone.credits.text", { needed: zone.needed, available: zone.available })}
          </p>
          <ButtonLink look="primary" href={zone.pricing}>
            {t("common:zone.credits.action")}
          </ButtonLink>
        </>
      );
  }
}

type StateOf<Name> = Extract<ZoneState, { readonly state: Name }> & { readonly id: string };

/** What can be brought here. */
function Invitation({ id, ...zone }: StateOf<"idle" | "over">) {
  const t = useT();
  return (
    <>
      <Title id={id} drops={dropsFiles(zone)}>
        {zone.state === "over" ? t("common:zone.over") : t(`common:zone.${zone.input}.title`)}
      </Title>
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

/** Which tools do meanwhile. */
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
  /** Asks for a file to be dropped, which a finger cannot do. */
  readonly drops?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <h2 className={drops ? `${css["title"]} ${css["drops"]}` : css["title"]} id={id}>
      {children}
    </h2>
  );
}
const Actions = ({ children }: { readonly children: ReactNode }) => (
  <div className={css["actions"]}>{children}</div>
);

/** The button: chooses a file, or opens the panel. */
function Starter({ input }: { readonly input: ZoneInput }) {
  const t = useT();
  const Icon = ICONS[input];
  const label = t(`common:zone.${input}.action`);
  const content = (
    <>
      <Icon size={20} strokeWidth={2} />
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
