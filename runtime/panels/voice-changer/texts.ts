import { type PresetName, type Preset, PRESETS } from "#audio/voice/presets.ts";
import type { Format } from "../../i18n/format.ts";
import type { Translate } from "../../i18n/translate.ts";

export const semitones = (t: Translate, count: number): string =>
  t("panel-kit:unit.semitones", { count });

/** The values of a preset as texts. */
export function presetFacts(name: PresetName, t: Translate, format: Format): readonly string[] {
  const preset: Preset = PRESETS[name];
  const { pitch, formant, excitation, ring, band, drive, echo, room } = preset;
  const fact = (key: string, values = {}): string => t(`panel-voice-changer:fact.${key}`, values);
  return [
    pitch !== undefined && fact("pitch", { amount: semitones(t, pitch) }),
    formant !== undefined && fact("formant", { amount: semitones(t, formant) }),
    excitation && fact(excitation),
    ring !== undefined && fact("ring", { hertz: ring }),
    band && fact("band", { low: band[0], high: band[1] }),
    drive !== undefined && fact("drive"),
    echo && fact("echo", { time: format.duration(echo.delay) }),
    room && fact("room", { time: format.duration(room.decay) }),
  ].filter((text) => text !== false && text !== undefined);
}
