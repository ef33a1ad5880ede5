import FolderOpen from "lucide-react/icons/folder-open";
import { useEffect, useState } from "react";
import type { SpeechFolders } from "#core/page/app-data.ts";
import type { OwnVoice } from "#runtime/audio/voices/own-voice.ts";
import { type VoiceFileFault, readVoiceFile } from "#runtime/audio/voices/voice-file.ts";
import { voiceStore } from "#runtime/audio/voices/voice-store.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { chooseFile } from "#runtime/panel-kit/input/choose-file.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { isConsentOf } from "../consent/check-consent.ts";
import css from "../looks/cloning.module.css";
import { OwnVoiceRow } from "./OwnVoiceRow.tsx";
import { useOwnPlayer } from "./use-own-player.ts";

/** The voices on this device, to play, rename, export or delete. */
export function OwnVoices({ speech }: { readonly speech: SpeechFolders }) {
  const t = useT();
  const [voices, setVoices] = useState<readonly OwnVoice[] | null>(null);
  const [fault, setFault] = useState<VoiceFileFault | "consent" | null>(null);
  const [isPlaying, setPlaying] = useState(false);
  const player = useOwnPlayer(speech);
  useEffect(() => {
    let isShown = true;
    const look = (): void => void voiceStore.list().then((found) => isShown && setVoices(found));
    look();
    const end = voiceStore.onChange(look);
    return () => {
      isShown = false;
      end();
    };
  }, []);
  const open = (): void =>
    chooseFile(".json,application/json", async (file) => {
      if (!file) return;
      const read = await readVoiceFile(file);
      setFault(read.fault);
      if (read.fault !== null) return;
      setPlaying(true);
      const { signal } = new AbortController();
      const isConsent = await isConsentOf(read.voice, read.consent, { speech, signal }).finally(
        () => setPlaying(false),
      );
      if (!isConsent) {
        setFault("consent");
        return;
      }
      await voiceStore.keepConsent(read.voice.receipt.recording, read.consent, Date.now());
      await voiceStore.put(read.voice);
    });
  return (
    <section className={css["own"]} aria-label={t("panel-cloning:own.title")}>
      <h3>{t("panel-cloning:own.title")}</h3>
      {/* Its line is there before the voices are known, so that nothing moves. */}
      {!voices?.length && (
        <p className={css["soft"]} data-unknown={voices === null || undefined}>
          {t("panel-cloning:own.none")}
        </p>
      )}
      {voices && voices.length > 0 && (
        <ul className={css["voices"]}>
          {voices.map((voice) => (
            <OwnVoiceRow key={voice.id} voice={voice} player={player} />
          ))}
        </ul>
      )}
      {fault && <Notice weight="bad">{t(`panel-cloning:own.fault.${fault}`)}</Notice>}
      {isPlaying && <output className={css["soft"]}>{t("panel-cloning:consent.checking")}</output>}
      <div>
        <Button small icon={<FolderOpen />} disabled={isPlaying} onClick={open}>
          {t("panel-cloning:own.import")}
        </Button>
      </div>
    </section>
  );
}
