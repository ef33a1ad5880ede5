import { deletePodcast } from "#core/api/podcasts/delete-podcast.ts";
import { useApplication } from "../../application/application.ts";
import { useLocale } from "../../i18n/context.tsx";
import { ActionButton } from "../parts/ActionButton.tsx";

/** Deletes the visitor's own shared episode, after a confirmation. */
export function DeleteEpisode({
  id,
  onDeleted,
}: {
  readonly id: string;
  readonly onDeleted: () => void;
}) {
  const { t } = useLocale();
  const { api, dialogs, notices } = useApplication();
  const remove = async (): Promise<void> => {
    const isSure = await dialogs.ask({
      name: "confirm",
      title: "pages:podcast.delete.title",
      text: "pages:podcast.delete.text",
      yes: "pages:history.delete.yes",
      danger: true,
    });
    if (!isSure) return;
    await api(deletePodcast, { id }, { quiet: "refusals" });
    notices.toast("pages:podcast.not.gone.title", "good");
    onDeleted();
  };
  return (
    <div>
      <ActionButton action={remove}>{t("pages:podcast.delete.open")}</ActionButton>
    </div>
  );
}
