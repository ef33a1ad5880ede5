import { type ReactNode, useEffect, useLayoutEffect, useState } from "react";
import { createPortal } from "react-dom";
import { pathOf } from "#core/site/site.ts";
import { podcastUrl } from "#core/page/share.ts";
import { useLocale } from "../../i18n/context.tsx";
import { formatText } from "../../notices/notices.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import { type Episode, episodeJsonLd } from "./episode.ts";
import { useMoments } from "../parts/moment.ts";
import { DeleteEpisode } from "./DeleteEpisode.tsx";
import { Player } from "./Player.tsx";
import css from "./podcast-live.module.css";
import { SaveEpisode } from "./SaveEpisode.tsx";
import { ShareRow } from "./ShareRow.tsx";
import { Skeleton } from "../parts/Skeleton.tsx";
import { type Loaded, useEpisode } from "./use-episode.ts";

/** A shared episode: player, transcript, and ways to share it further (CMP-5). */
export function PodcastLive() {
  const [id] = useState(() => new URLSearchParams(location.search).get("id"));
  const { loaded, again, onRemoved } = useEpisode(id);
  if (loaded.name === "loading") return <Skeleton />;
  if (loaded.name === "ready") return <Shown episode={loaded.episode} onDeleted={onRemoved} />;
  return <Unplayable loaded={loaded} onAgain={again} />;
}

/** Sets the structured data for search engines. */
function useEpisodeHead(episode: Episode, url: string): void {
  const { site } = useLocale();
  useEffect(() => {
    const script = document.createElement("script");
    script.type = "application/ld+json";
    script.textContent = JSON.stringify(episodeJsonLd(episode, url));
    document.head.append(script);
    document.title = `${episode.title} – ${site.name}`;
    return () => script.remove();
  }, [episode, url, site]);
}

function Shown({
  episode,
  onDeleted,
}: {
  readonly episode: Episode;
  readonly onDeleted: () => void;
}) {
  const { site, locale, t, format } = useLocale();
  const { id, title, language, duration, created_at: time } = episode;
  const url = podcastUrl(site, locale.code, id);
  const moments = useMoments();
  useEpisodeHead(episode, url);
  const facts = [format.duration(duration), format.language(language), moments.day(time)];
  return (
    <div className={css["episode"]}>
      <Heading>
        <span className={css["title"]} lang={language} dir="auto">
          {title}
        </span>
      </Heading>
      <p className={css["facts"]}>{facts.join(" · ")}</p>
      <Player episode={episode} />
      <SaveEpisode episode={episode} />
      <section className={css["share"]} aria-labelledby="share">
        <h2 id="share">{t("pages:podcast.share")}</h2>
        <ShareRow url={url} />
      </section>
      {episode.own && <DeleteEpisode id={id} onDeleted={onDeleted} />}
    </div>
  );
}

/** Replaces the generic heading of podcast pages with the episode's title. */
function Heading({ children }: { readonly children: ReactNode }) {
  const [heading] = useState(() => document.querySelector<HTMLElement>("#content h1"));
  useLayoutEffect(() => {
    const general = document.querySelector<HTMLElement>("#content h1 > :first-child");
    if (!general) return undefined;
    general.hidden = true;
    return () => {
      general.hidden = false;
    };
  }, []);
  return heading && createPortal(children, heading);
}

function Unplayable({
  loaded,
  onAgain,
}: {
  readonly loaded: Exclude<Loaded, { readonly name: "ready" }>;
  readonly onAgain: () => void;
}) {
  const { site, locale, t } = useLocale();
  const { name } = loaded;
  const canRetry = name === "offline" || name === "failed";
  return (
    <Notice
      weight={canRetry ? "attention" : "plain"}
      title={t(`pages:podcast.not.${name}.title`)}
      actions={
        <>
          {canRetry && <Button onClick={onAgain}>{t("pages:account.retry")}</Button>}
          <ButtonLink look={canRetry ? "quiet" : "secondary"} href={pathOf(site, locale.code, "/")}>
            {t("pages:podcast.home")}
          </ButtonLink>
        </>
      }
    >
      <p>{"text" in loaded ? formatText(loaded.text, t) : t(`pages:podcast.not.${name}.text`)}</p>
    </Notice>
  );
}
