import { useState } from "react";
import { useT } from "#runtime/i18n/context.tsx";
import { SoundPreview } from "#runtime/panel-kit/preview/SoundPreview.tsx";
import { chosenModel } from "#runtime/panel-kit/settings/effect-params.ts";
import { Select } from "#runtime/ui/field/Field.tsx";
import type { TrayFile } from "#runtime/contract/file.ts";
import type { Split } from "./presets.ts";
import { createStemRenderer } from "#runtime/panel-kit/split/stem-renderer.ts";
import type { SplitSetup } from "./use-split-setup.ts";

/** A song before its separation, with a preview of the mix or of one stem. */
export function SplitPreview({
  file,
  split,
  model,
  isReady,
}: {
  readonly file: TrayFile;
  readonly split: Split;
  readonly model: SplitSetup["model"];
  /** Whether the engine is on the device and idle. */
  readonly isReady: boolean;
}) {
  const t = useT();
  const [make] = useState(createStemRenderer);
  const [selected, setSelected] = useState<string | null>(null);
  const { preset, stems, muted } = split;
  const names = stems.map(({ stem }) => stem);
  // If stems are removed by default, the preview plays the others.
  const left = names.filter((stem) => !muted.includes(stem));
  const playing = left.find((stem) => stem === selected) ?? left[0]!;
  return (
    <SoundPreview
      file={file}
      make={make}
      requested={
        isReady
          ? { preset, stems, heard: playing, ...(model && { net: chosenModel(model) }) }
          : null
      }
    >
      {left.length > 1 && (
        <Select
          label={t("panel-separation:preview.stem")}
          value={playing}
          onChange={({ target }) => setSelected(target.value)}
        >
          {left.map((stem) => (
            <option key={stem} value={stem}>
              {t(`panel-separation:stem.${stem}`)}
            </option>
          ))}
        </Select>
      )}
    </SoundPreview>
  );
}
