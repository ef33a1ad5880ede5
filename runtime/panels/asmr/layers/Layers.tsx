import { SCAPE_PRESETS } from "#audio/soundscape/presets.ts";
import { LAYERS } from "#audio/soundscape/scape.ts";
import { useT } from "#runtime/i18n/context.tsx";
import { type ScapeSetup, isPreset, layersOf } from "../setup/setup.ts";
import type { ChangeSetup } from "../setup/use-setup.ts";
import { LayerCard } from "./LayerCard.tsx";
import css from "./layers.module.css";

/** Buttons for combinations of layers. */
export function Presets({
  setup,
  onChange,
}: {
  readonly setup: ScapeSetup;
  readonly onChange: ChangeSetup;
}) {
  const t = useT();
  return (
    <fieldset className={css["presets"]}>
      <legend>{t("panel-asmr:preset.label")}</legend>
      <div className={css["choices"]}>
        {SCAPE_PRESETS.map((preset) => (
          <button
            key={preset}
            type="button"
            className={css["choice"]}
            aria-pressed={isPreset(setup, preset)}
            onClick={() => onChange({ layers: layersOf(preset) })}
          >
            {t(`panel-asmr:preset.${preset}`)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** All layers in order. */
export const Layers = ({ setup, onChange }: Parameters<typeof Presets>[0]) => (
  <div className={css["layers"]}>
    {LAYERS.map((name) => (
      <LayerCard
        key={name}
        name={name}
        layer={setup.layers[name]}
        onChange={(part) =>
          onChange({ layers: { ...setup.layers, [name]: { ...setup.layers[name], ...part } } })
        }
      />
    ))}
  </div>
);
