import type { Block, Format, Resources } from "#audio/effect.ts";
import type { NetSession } from "#audio/nets/net-session.ts";
import { convertBlocks } from "#audio/nets/studio/convert-blocks.ts";
import type { BackendInfo } from "#audio/nets/studio/choose-backend.ts";
import { separateStems } from "#audio/nets/stems/stems.ts";
import { createSeparator, loadNets } from "#audio/separation/separator.ts";
import { type StemsForm, isStemsForm } from "#core/models/forms.ts";
import type { StoredModel } from "../protocol.ts";
import type { OpenSeparation, SeparateRequest, SeparationDeps } from "./run-separation.ts";

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
  { preset }: SeparateRequest,
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

async function openNet(
  net: StoredModel,
  format: Format,
  onLoading: (share: number) => void,
): Promise<OpenSeparation> {
  const { form } = net;
  if (!isStemsForm(form)) throw new TypeError(`A net of the kind ${form.kind} finds no stems`);
  const [{ openStemNet }, { threadsHere }] = await Promise.all([
    import("../models/open-studio-model.ts"),
    import("../models/threads-here.ts"),
  ]);
  let runs: BackendInfo | null = null;
  const session = await openStemNet(net, {
    threads: threadsHere(),
    processor: false,
    onBackend: (value) => (runs = value),
    onLoading,
  });
  return separationByNet(session, form, { given: format, runsWith: () => runs });
}

/** Prepares a separation engine. @param resources weights of the built-in engine */
export const createOpenSeparation =
  (resources: Resources): SeparationDeps["openSeparation"] =>
  (task, format, onLoading) =>
    task.net ? openNet(task.net, format, onLoading) : openBuiltIn(task, format, resources);
