import X from "lucide-react/icons/x";
import { useLocale } from "#runtime/i18n/context.tsx";
import { formatText } from "#runtime/notices/notices.ts";
import { Button, IconButton } from "#runtime/ui/Button.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { FoundLink, LinkFormat } from "#runtime/contract/links.ts";
import { faultText } from "#runtime/contract/texts.ts";
import { codecName } from "../fetch/codec-name.ts";
import { chooseFormats } from "#runtime/panel-kit/fetch/choose-formats.ts";
import type { DownloadTarget } from "#runtime/panel-kit/fetch/download-target.ts";
import { EditFields } from "./EditFields.tsx";
import { FactLine } from "./FactLine.tsx";
import css from "./links.module.css";
import { EntryList } from "./EntryList.tsx";
import type { LinkItem, LinkList } from "./use-links.ts";

/** A link with its media, or the error of its lookup. */
export function LinkCard({
  item,
  list,
  target,
  height,
}: {
  readonly item: LinkItem;
  readonly list: LinkList;
  readonly target: DownloadTarget;
  readonly height: number;
}) {
  const { t } = useLocale();
  const { links } = useWorkspace();
  const { url, found, fault } = item;
  const name = found?.title ?? url;
  const picture = found?.picture ?? null;
  return (
    <li className={css["card"]} aria-busy={found === null && fault === null}>
      {picture !== null && (
        <img className={css["picture"]} src={links.address(picture)} alt="" loading="lazy" />
      )}
      <div className={css["text"]}>
        <h2 className={css["title"]}>
          <bdi>{name}</bdi>
        </h2>
        {found ? (
          <>
            <Facts found={found} target={target} height={height} />
            {found.entries.length === 0 && (
              <EditFields of={url} name={name} title={found.title} chapters={found.chapters} />
            )}
          </>
        ) : fault ? (
          <div className={css["fault"]} role="alert">
            <p>{formatText(faultText(fault), t)}</p>
            <Button small onClick={() => list.lookAgain(url)}>
              {t("workspace:retry")}
            </Button>
          </div>
        ) : (
          <p className={css["soft"]}>{t("panel-download:stage.looking")}</p>
        )}
      </div>
      <IconButton label={t("panel-download:remove", { name })} onClick={() => list.remove(url)}>
        <X />
      </IconButton>
      {found && found.entries.length > 0 && (
        <EntryList
          name={name}
          entries={found.entries}
          picked={item.picked}
          onPick={(picked) => list.pick(url, picked)}
        />
      )}
    </li>
  );
}

/** Author, length and the formats to download. */
function Facts({
  found,
  target,
  height,
}: {
  readonly found: FoundLink;
  readonly target: DownloadTarget;
  readonly height: number;
}) {
  const { t, format } = useLocale();
  const { author, duration, entries, formats } = found;
  if (entries.length > 0)
    return <FactLine facts={[author, t("panel-download:entries", { value: entries.length })]} />;
  const chosen = chooseFormats(formats, target, height);
  const sizes = chosen.map(({ size }) => size);
  const isKnown = sizes.every((size) => size !== null);
  const bytes = sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0);
  const approx = chosen.some(({ parted }) => parted) ? "≈ " : "";
  const describe = ({ codec, bitrate, height: lines, kind }: LinkFormat): (string | null)[] => [
    kind === "audio" || lines === null ? null : t("panel-download:lines", { value: lines }),
    codec === null ? null : codecName(codec),
    kind !== "audio" || bitrate === null
      ? null
      : t("panel-download:bitrate", { value: Math.round(bitrate / 1000) }),
  ];
  return (
    <>
      <FactLine facts={[author, duration === null ? null : format.duration(duration)]} />
      <FactLine
        facts={[
          ...chosen.flatMap(describe),
          isKnown && bytes > 0 ? approx + format.bytes(bytes) : null,
        ]}
      />
    </>
  );
}
