import type { NetSession } from "#audio/nets/net-session.ts";
import { expectedLevels, levelsMatch, measureTestSound } from "#audio/nets/stems/self-test.ts";
import { openStemSession } from "#audio/nets/stems/stem-session.ts";
import { isFiniteAndAudible } from "#audio/nets/studio/verify-net.ts";
import type { StemsForm } from "#core/models/forms.ts";
import { openThreadSession } from "./thread-session.ts";

/** A separation model on disk. */
export interface StemsFiles {
  readonly form: StemsForm;
  /** Paths by the roles of the form. */
  readonly files: Readonly<Record<string, string>>;
}

/** Opens a separation model in threads of its own. */
export const openStems = ({ form, files }: StemsFiles, threads: number): Promise<NetSession> =>
  openStemSession(form, async (role) => openThreadSession({ file: files[role]!, threads }));

/**
 * Whether a separation model processes a known sound correctly.
 * @param sha256 digest of its first graph
 */
export async function passesSelfTest(
  session: NetSession,
  form: StemsForm,
  sha256: string,
): Promise<boolean> {
  const found = await measureTestSound(session, form);
  const expected = expectedLevels(sha256);
  return expected ? levelsMatch(found, expected) : isFiniteAndAudible(found);
}
