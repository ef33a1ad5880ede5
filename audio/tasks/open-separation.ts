import type { Block, Format, Resources } from "../effect.ts";
import type { NetSession } from "../nets/net-session.ts";
import { convertBlocks } from "../nets/studio/convert-blocks.ts";
import type { BackendInfo } from "../nets/studio/choose-backend.ts";
import { separateStems } from "../nets/stems/stems.ts";
import { createSeparator, loadNets } from "../separation/separator.ts";
import { type StemsForm, isStemsForm } from "#core/models/forms.ts";
import type { StoredModel } from "./task.ts";
import type { SeparationPreset } from "../separation/presets.ts";
import type { OpenEngine, OpenSeparation } from "./run-separation.ts";

/** Opens a model that separates stems; the host closes it. */
export type OpenStemNet = (
  net: StoredModel,
  options: {
    readonly onBackend: (runs: BackendInfo) => void;
    /** @param share fraction of the bytes that have been read, from 0 to 1 */
    readonly onLoading: (share: number) => void;
  },
) => Promise<NetSession>;

/** Separates songs with a studio model, whose stems sum to the song, at the model's sample rate. */
export function separationByNet(
  session: NetSession,
  form: StemsForm,
  { given, runsWith = () => null }: { given: Format; runsWith?: OpenSeparation["runsWith"] },
): OpenSeparation {
  const format = { sampleRate: form.sampleRate, channels: 2 } as const;
  return {
    sources: form.stems,
    format,
    separate: (blocks) =>
      separateStems(session, form, convertBlocks(blocks, given, format), { consistent: true }),
    runsWith,
    close: async () => {},
  };
}

/** Separates songs with the built-in engine. */
async function openBuiltIn(
  preset: SeparationPreset,
  format: Format,
  resources: Resources,
): Promise<OpenSeparation> {
  const separator = createSeparator({ preset }, format, await loadNets(preset, resources));
  return {
    sources: separator.stems,
    format,
    async *separate(blocks): AsyncGenerator<readonly Block[], void, undefined> {
      for await (const block of blocks) {
        const found = separator.push(block);
        if (found) yield found;
      }
      const rest = separator.flush();
      if (rest) yield rest;
    },
    runsWith: () => null,
    close: async () => {},
  };
}

/**
 * Prepares a separation engine.
 * @param resources weights of the built-in engine
 * @param openNet opens a separation model
 */
export const createOpenSeparation =
  (resources: Resources, openNet: OpenStemNet): OpenEngine =>
  async (task, format, onLoading) => {
    if (!task.net) return openBuiltIn(task.preset, format, resources);
    const { form } = task.net;
    if (!isStemsForm(form)) throw new TypeError(`A net of the kind ${form.kind} finds no stems`);
    let runs: BackendInfo | null = null;
    const session = await openNet(task.net, { onBackend: (value) => (runs = value), onLoading });
    return separationByNet(session, form, { given: format, runsWith: () => runs });
  };
