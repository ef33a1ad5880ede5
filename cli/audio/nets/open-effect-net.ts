import { readFile } from "node:fs/promises";
import type { EffectNet } from "#audio/effect.ts";
import { createDeepFilter } from "#audio/nets/deep-filter/deep-filter.ts";
import type { NetSession } from "#audio/nets/net-session.ts";
import { createSpectralNet } from "#audio/nets/spectral-net.ts";
import { measureTestSound } from "#audio/nets/stems/self-test.ts";
import { createSeparationNet } from "#audio/nets/stems/separation-net.ts";
import { measureTestStream } from "#audio/nets/studio/stream-self-test.ts";
import type { EffectForm } from "#core/models/forms.ts";
import { openNodeSession } from "./node-session.ts";

/** A network that replaces a part of an effect. */
interface OpenEffectNet {
  readonly net: EffectNet;
  /** Output levels for a known sound. */
  readonly measure: () => Promise<readonly number[]>;
  readonly close: () => Promise<void>;
}

/** A studio model that an effect uses; structured-clonable. */
export interface EffectEngine {
  /** Id of the model. */
  readonly id: string;
  readonly form: EffectForm;
  /** Paths by the roles of the form. */
  readonly files: Readonly<Record<string, string>>;
  readonly threads: number;
}

/** Opens the graph with a role. */
export type OpenGraph = (role: string) => Promise<NetSession>;

/** Opens a network in this thread. */
export const openEffectNet = ({
  form,
  files,
  threads,
}: Omit<EffectEngine, "id">): Promise<OpenEffectNet> =>
  openEffectGraphs(form, async (role) => openNodeSession(await readFile(files[role]!), threads));

export async function openEffectGraphs(
  form: EffectForm,
  openGraph: OpenGraph,
): Promise<OpenEffectNet> {
  const sessions: NetSession[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(sessions.map((session) => session.close()));
  };
  const open = async (role: string): Promise<NetSession> => {
    const session = await openGraph(role);
    sessions.push(session);
    return session;
  };
  try {
    if (form.kind === "mdx") {
      const session = await open("graph");
      const net = createSeparationNet(session, form);
      return { net, measure: () => measureTestSound(session, form), close };
    }
    const net =
      form.kind === "spectral-stream"
        ? createSpectralNet(await open("graph"), form)
        : createDeepFilter({
            encoder: await open("encoder"),
            bands: await open("erb-decoder"),
            filters: await open("filter-decoder"),
          });
    return { net, measure: () => measureTestStream(net.clone()), close };
  } catch (error) {
    await close();
    throw error;
  }
}
