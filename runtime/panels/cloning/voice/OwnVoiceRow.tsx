import Download from "lucide-react/icons/download";
import Pencil from "lucide-react/icons/pencil";
import Play from "lucide-react/icons/play";
import Square from "lucide-react/icons/square";
import Trash2 from "lucide-react/icons/trash-2";
import { type FormEvent, useEffect, useState } from "react";
import { type OwnVoice, MAX_NAME_LENGTH } from "#runtime/audio/voices/own-voice.ts";
import { type ReceiptState, checkReceipt } from "#runtime/audio/voices/receipt.ts";
import { writeVoiceFile } from "#runtime/audio/voices/voice-file.ts";
import { voiceStore } from "#runtime/audio/voices/voice-store.ts";
import { useLocale, useT } from "#runtime/i18n/context.tsx";
import kit from "../../../panel-kit/layout/kit.module.css";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { TextField } from "#runtime/ui/field/Field.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import { ReceiptFacts } from "../consent/ReceiptFacts.tsx";
import css from "../looks/cloning.module.css";
import { ToSpeech } from "./ToSpeech.tsx";
import type { OwnPlayer } from "./use-own-player.ts";

/** A voice with its receipt. */
export function OwnVoiceRow({
  voice,
  player,
}: {
  readonly voice: OwnVoice;
  readonly player: OwnPlayer;
}) {
  const { t, format } = useLocale();
  const { dialogs, saveCopy, notices } = useWorkspace();
  const [isNaming, setNaming] = useState(false);
  const { id, name, made, measures, receipt } = voice;
  const isPlaying = player.playing === id;
  const save = async (): Promise<void> => {
    const consent = await voiceStore.consent(receipt.recording);
    const file = await writeVoiceFile(voice, consent, t("panel-cloning:own.note"));
    if (!(await saveCopy(file, file.name))) notices.warn("errors:download");
  };
  const remove = async (): Promise<void> => {
    const sure = await dialogs.ask({
      name: "confirm",
      title: "panel-cloning:own.question.title",
      text: { key: "panel-cloning:own.question.text", params: { name } },
      yes: "panel-cloning:own.question.yes",
      danger: true,
    });
    if (sure) await voiceStore.remove(id);
  };
  return (
    <li className={css["voice"]}>
      <div className={kit["head"]}>
        <strong className={kit["name"]}>
          <bdi>{name}</bdi>
        </strong>
        <span className={css["soft"]}>
          {[
            t("panel-kit:unit.Hz", { value: measures.voice.pitch.median }),
            format.date(new Date(made).toISOString().slice(0, 10)),
          ].join(" · ")}
        </span>
      </div>
      {isNaming && <NameForm voice={voice} onDone={() => setNaming(false)} />}
      <div className={kit["row"]}>
        <Button
          small
          icon={isPlaying ? <Square /> : <Play />}
          aria-label={t(`panel-cloning:own.${isPlaying ? "stop" : "play"}Named`, { name })}
          onClick={() => player.toggle(voice)}
        >
          {t(isPlaying ? "panel-cloning:own.stop" : "panel-kit:play")}
        </Button>
        <ToSpeech voice={id} />
        <Button
          small
          look="quiet"
          icon={<Pencil />}
          aria-label={t("panel-cloning:own.renameNamed", { name })}
          onClick={() => setNaming(!isNaming)}
        >
          {t("panel-cloning:own.rename")}
        </Button>
        <Button
          small
          look="quiet"
          icon={<Download />}
          aria-label={t("panel-cloning:own.exportNamed", { name })}
          onClick={() => void save()}
        >
          {t("panel-cloning:own.export")}
        </Button>
        <Button
          small
          look="quiet"
          icon={<Trash2 />}
          aria-label={t("panel-kit:remove", { name })}
          onClick={() => void remove()}
        >
          {t("panel-cloning:own.delete")}
        </Button>
      </div>
      <ReceiptView voice={voice} />
    </li>
  );
}

function NameForm({ voice, onDone }: { readonly voice: OwnVoice; readonly onDone: () => void }) {
  const t = useT();
  const [name, setName] = useState(voice.name);
  const keep = (event: FormEvent): void => {
    event.preventDefault();
    if (name.trim() !== "") void voiceStore.put({ ...voice, name: name.trim() });
    onDone();
  };
  return (
    <form className={kit["named"]} onSubmit={keep}>
      <TextField
        label={t("panel-cloning:name.label")}
        dir="auto"
        maxLength={MAX_NAME_LENGTH}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit">{t("panel-cloning:own.keepName")}</Button>
    </form>
  );
}

/** The receipt, which is verified whenever it is opened. */
function ReceiptView({ voice: { receipt } }: { readonly voice: OwnVoice }) {
  const t = useT();
  const [state, setState] = useState<ReceiptState | null>(null);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    let isShown = true;
    voiceStore
      .consent(receipt.recording)
      .catch(() => null)
      .then((recording) => checkReceipt(receipt, recording))
      .then(
        (found) => isShown && setState(found),
        () => {},
      );
    return () => void (isShown = false);
  }, [receipt, isOpen]);
  return (
    <details className={kit["more"]} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t("panel-cloning:receipt.title")}</summary>
      {state && (
        <Notice weight={state === "whole" ? "good" : "bad"}>
          {t(`panel-cloning:receipt.state.${state}`)}
        </Notice>
      )}
      <ReceiptFacts receipt={receipt} />
    </details>
  );
}
