import CornerUpLeft from "lucide-react/icons/corner-up-left";
import Download from "lucide-react/icons/download";
import Ellipsis from "lucide-react/icons/ellipsis";
import Trash2 from "lucide-react/icons/trash-2";
import { useLocale } from "../../i18n/context.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { useWorkspace } from "../../contract/context.ts";
import { Menu, MenuButton, MenuList } from "../../ui/menu/Menu.tsx";
import { PlayButton, PreviewLine } from "../../panel-kit/player/PreviewLine.tsx";
import { nameToSave, sizeToSave } from "../../panel-kit/save/saved-format.ts";
import { useSaving } from "../../panel-kit/save/use-saving.ts";
import css from "./queue.module.css";
import type { JobResult } from "../../contract/file.ts";

/** A result of a job. */
export function ResultRow({ result }: { readonly result: JobResult }) {
  const { t, format } = useLocale();
  const { preview, jobs } = useWorkspace();
  const { save, done } = useSaving();
  const { id, state, type } = result;
  const name = nameToSave(result);
  const { bytes, isExact } = sizeToSave(result);
  const size = bytes === null ? "" : `${isExact ? "" : "≈ "}${format.bytes(bytes)}`;
  const missing = state === "missing";
  const canPlay = /^(?:audio|video)\//.test(type);
  return (
    <li className={css["result"]} data-state={state}>
      <div className={css["resultText"]}>
        <bdi className={css["resultName"]} title={name}>
          {name}
        </bdi>
        <span className={css["resultFacts"]}>
          {missing ? t("workspace:queue.missing") : done === null ? size : format.percent(done)}
        </span>
        {state === "unsaved" && (
          <span className={css["unsaved"]}>{t("workspace:tray.unsaved")}</span>
        )}
      </div>
      {canPlay && (
        <PlayButton
          id={id}
          name={name}
          disabled={missing}
          onPlay={() => preview.toggle(id, () => jobs.openResult(result))}
        />
      )}
      <IconButton
        label={t("workspace:queue.save", { name })}
        disabled={missing || done !== null}
        onClick={() => save([result])}
      >
        <Download />
      </IconButton>
      <ResultMenu result={result} />
      <PreviewLine id={id} name={name} />
    </li>
  );
}

function ResultMenu({ result }: { readonly result: JobResult }) {
  const { t } = useLocale();
  const { files, jobs, preview, notices, dialogs, say } = useWorkspace();
  const { id, name, state } = result;
  const use = (): void => {
    files.addResult(result);
    const text = { key: "workspace:queue.used", params: { name } };
    notices.toast(text, "good");
    say(t(text.key, text.params));
  };
  const remove = async (): Promise<void> => {
    const sure = await dialogs.ask({
      name: "confirm",
      title: { key: "workspace:queue.delete.title", params: { name } },
      text: "workspace:queue.delete.text",
      yes: "workspace:queue.delete.yes",
      danger: true,
    });
    if (!sure) return;
    preview.stop(id);
    await jobs.removeResults([id]);
  };
  return (
    <Menu label={t("workspace:more", { name })} icon={<Ellipsis />}>
      {() => (
        <MenuList>
          <MenuButton
            icon={<CornerUpLeft size={20} className="flip" />}
            disabled={state === "missing"}
            onClick={use}
          >
            {t("workspace:queue.use")}
          </MenuButton>
          <MenuButton icon={<Trash2 size={20} />} onClick={() => void remove()}>
            {t("workspace:queue.delete.yes")}
          </MenuButton>
        </MenuList>
      )}
    </Menu>
  );
}
