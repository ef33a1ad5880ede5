import { useT } from "../../i18n/context.tsx";
import { Tabs } from "../../ui/choice/Choice.tsx";
import type { VoiceSource } from "./voice-setup.ts";

const SOURCES: readonly VoiceSource[] = ["file", "microphone"];

/** Chooses between files and microphone. */
export function Source({
  value,
  onChange,
}: {
  readonly value: VoiceSource;
  readonly onChange: (source: VoiceSource) => void;
}) {
  const t = useT();
  return (
    <Tabs
      label={t("panel-voice-changer:source")}
      name="voice-source"
      options={SOURCES.map((name) => ({
        value: name,
        label: t(`panel-voice-changer:sources.${name}`),
      }))}
      value={value}
      onChange={onChange}
    />
  );
}
