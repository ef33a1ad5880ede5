import Download from "lucide-react/icons/download";
import Share from "lucide-react/icons/link-2";
import Rss from "lucide-react/icons/rss";
import { useState } from "react";
import { useStore } from "zustand";
import { useLocale, useT } from "#runtime/i18n/context.tsx";
import css from "../../../panel-kit/layout/kit.module.css";
import { SoundSection } from "#runtime/panel-kit/layout/SoundSection.tsx";
import { PlayButton, PreviewLine } from "#runtime/panel-kit/player/PreviewLine.tsx";
import { SpokenBy } from "#runtime/panel-kit/result/SpokenBy.tsx";
import { OutdatedBadge } from "#runtime/panel-kit/start/Outdated.tsx";
import { useRendering } from "#runtime/panel-kit/save/use-rendering.ts";
import { SaveInBar } from "#runtime/panel-kit/save/SaveRendered.tsx";
import { useSaving } from "#runtime/panel-kit/save/use-saving.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { Checkbox } from "#runtime/ui/field/Field.tsx";
import { type SharedEpisode, useWorkspace } from "#runtime/contract/context.ts";
import type { JobResult } from "#runtime/contract/file.ts";
import type { PodcastParams } from "../setup/setup.ts";

/** The finished episode: playback, saving with its texts, and publishing. */
export function Episode({
  params: { writtenBy = "builtIn", hosts },
  results,
  outdated,
}: {
  /** Parameters of its job. */
  readonly params: Partial<Pick<PodcastParams, "writtenBy" | "hosts">>;
  readonly results: readonly JobResult[];
  readonly outdated: boolean;
}) {
  const { t, format } = useLocale();
  const { preview, jobs } = useWorkspace();
  const saving = useSaving();
  const sound = results.find(({ role }) => role === "episode");
  const texts = results.filter(({ role }) => role === "transcript" || role === "subtitles");
  const shared = results.find(({ role }) => role === "shared");
  if (!sound) return null;
  const { id, name, size } = sound;
  return (
    <SoundSection
      label={t("panel-kit:result")}
      name={name}
      facts={
        <>
          {format.bytes(size)} <OutdatedBadge freshness={outdated ? "outdated" : "current"} />
        </>
      }
    >
      <div className={css["row"]}>
        <PlayButton
          id={id}
          name={name}
          disabled={false}
          onPlay={() => preview.toggle(id, () => jobs.openResult(sound))}
        />
        <SaveInBar outdated={outdated} rendering={saving} onClick={() => saving.save([sound])} />
        {texts.map((text) => (
          <Button key={text.id} icon={<Download />} onClick={() => saving.save([text])}>
            {t(`panel-podcast:save.${text.role!}`)}
          </Button>
        ))}
      </div>
      <PreviewLine id={id} name={name} />
      {writtenBy !== "builtIn" && (
        <p className={css["soft"]}>
          {writtenBy === "browser"
            ? t("panel-podcast:writer.madeByBrowser")
            : t("panel-podcast:writer.madeByHosted", { name: writtenBy })}
        </p>
      )}
      <SpokenBy voices={hosts ?? []} />
      {shared && <ShareEpisode key={id} sound={sound} shared={shared} />}
      <FeedAddress />
    </SoundSection>
  );
}

/** Publishes the episode for everyone who has the link. */
function ShareEpisode({
  sound,
  shared,
}: {
  readonly sound: JobResult;
  readonly shared: JobResult;
}) {
  const { t } = useLocale();
  const { jobs, shareEpisode } = useWorkspace();
  const sharing = useRendering();
  const [agreed, setAgreed] = useState(false);
  const [url, setUrl] = useState<string | null>(null);
  const publish = (): void =>
    sharing.start(async () => {
      const [mp3, json] = await Promise.all([jobs.openResult(sound), jobs.openResult(shared)]);
      setUrl(await shareEpisode(mp3, JSON.parse(await json.text()) as SharedEpisode));
    });
  if (url !== null)
    return (
      <p className={css["note"]}>
        {t("panel-podcast:share.done")}{" "}
        <a href={url} dir="ltr">
          {url}
        </a>
      </p>
    );
  return (
    <>
      <Checkbox
        label={t("panel-podcast:share.agree")}
        checked={agreed}
        onChange={({ target }) => setAgreed(target.checked)}
      />
      <div>
        <Button icon={<Share />} disabled={!agreed} busy={sharing.done !== null} onClick={publish}>
          {t("panel-podcast:share.action")}
        </Button>
      </div>
    </>
  );
}

/** Shows the address of the feed of all published episodes. */
function FeedAddress() {
  const t = useT();
  const { openFeed, user } = useWorkspace();
  const token = useStore(user, (state) => state.token);
  const opening = useRendering();
  const [url, setUrl] = useState<string | null>(null);
  if (token === null) return null;
  if (url !== null)
    return (
      <p className={css["note"]}>
        {t("panel-podcast:feed.done")}{" "}
        <a href={url} dir="ltr">
          {url}
        </a>
      </p>
    );
  return (
    <div>
      <Button
        small
        look="quiet"
        icon={<Rss />}
        busy={opening.done !== null}
        onClick={() => opening.start(async () => setUrl(await openFeed()))}
      >
        {t("panel-podcast:feed.action")}
      </Button>
    </div>
  );
}
