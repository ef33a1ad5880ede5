import { readFile } from "node:fs/promises";
import type { AsyncNet } from "#audio/effect.ts";
import { createDeepFilter } from "#audio/nets/deep-filter/deep-filter.ts";
import type { NetSession } from "#audio/nets/net-session.ts";
import { createSpectralNet } from "#audio/nets/spectral-net.ts";
import type { DenoiseForm } from "#core/models/forms.ts";
import { openNodeSession } from "./node-session.ts";

/**
 * Opens a net that takes noise from speech.
 * @param files paths, by the roles of the form
 */
export async function openDenoiser(
  form: DenoiseForm,
  files: Readonly<Record<string, string>>,
  threads: number,
): Promise<{ readonly net: AsyncNet; readonly close: () => Promise<void> }> {
  const sessions: NetSession[] = [];
  const open = async (role: string): Promise<NetSession> => {
    const session = await openNodeSession(await readFile(files[role]!), threads);
    sessions.push(session);
    return session;
  };
  const net =
    form.kind === "spectral-stream"
      ? createSpectralNet(await open("graph"), form)
      : createDeepFilter({
          encoder: await open("encoder"),
          bands: await open("erb-decoder"),
          filters: await open("filter-decoder"),
        });
  return {
    net,
    close: async () => {
      await Promise.all(sessions.map((session) => session.close()));
    },
  };
}
