import { type Surface, SURFACES } from "#audio/soundscape/kit/layer.ts";
import { type LayerName, LEVEL } from "#audio/soundscape/scape.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { Fader } from "#runtime/panel-kit/strip/Fader.tsx";
import { Checkbox, Select } from "#runtime/ui/field/Field.tsx";
import type { LayerState } from "../setup/setup.ts";
import css from "./layers.module.css";

/** One layer: on or off, level, position, movement and its own parameters. */
export function LayerCard({
  name,
  layer,
  onChange,
}: {
  readonly name: LayerName;
  readonly layer: LayerState;
  readonly onChange: (part: Partial<LayerState>) => void;
}) {
  const { t } = useLocale();
  const label = t(`panel-asmr:layer.${name}`);
  return (
    <fieldset className={css["layer"]} aria-label={label} data-on={layer.on || undefined}>
      <Checkbox
        as="switch"
        label={label}
        checked={layer.on}
        onChange={({ target }) => onChange({ on: target.checked })}
      />
      {layer.on && <LayerFaders name={name} label={label} layer={layer} onChange={onChange} />}
    </fieldset>
  );
}

function LayerFaders({
  name,
  label: of,
  layer: { level, pan, movement, character, surface },
  onChange,
}: Parameters<typeof LayerCard>[0] & { readonly label: string }) {
  const { t, format } = useLocale();
  const named = (what: string): { readonly label: string; readonly name: string } => ({
    label: what,
    name: t("panel-asmr:of", { what, layer: of }),
  });
  const share = { value: Math.round(Math.abs(pan) * 100) };
  return (
    <div className={css["faders"]}>
      <Fader
        {...named(t("panel-kit:mixer.volume"))}
        text={format.decibels(level)}
        range={[LEVEL.min, LEVEL.max]}
        step={0.5}
        value={level}
        onChange={(next) => onChange({ level: next })}
      />
      <Fader
        {...named(t("panel-kit:mixer.pan"))}
        text={
          pan === 0
            ? t("panel-kit:mixer.middle")
            : t(`panel-kit:mixer.${pan < 0 ? "left" : "right"}`, share)
        }
        range={[-1, 1]}
        step={0.05}
        value={pan}
        onChange={(next) => onChange({ pan: next })}
      />
      <Fader
        {...named(t("panel-asmr:movement"))}
        text={format.percent(movement)}
        range={[0, 1]}
        step={0.05}
        value={movement}
        onChange={(next) => onChange({ movement: next })}
      />
      <Fader
        {...named(t(`panel-asmr:character.${name}`))}
        text={format.percent(character)}
        range={[0, 1]}
        step={0.05}
        value={character}
        onChange={(next) => onChange({ character: next })}
      />
      {name === "rain" && (
        <Select
          label={t("panel-asmr:surface.label")}
          isBrief
          value={surface}
          onChange={({ target }) => onChange({ surface: target.value as Surface })}
        >
          {SURFACES.map((one) => (
            <option key={one} value={one}>
              {t(`panel-asmr:surface.${one}`)}
            </option>
          ))}
        </Select>
      )}
    </div>
  );
}
