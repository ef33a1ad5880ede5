import type { StemsForm } from "#core/models/forms.ts";
import type { SeparationNet } from "../../effect.ts";
import type { NetSession } from "../net-session.ts";
import { separateStems } from "./stems.ts";

/** A network of two stems; effects extract the first. */
export const createSeparationNet = (session: NetSession, form: StemsForm): SeparationNet => ({
  sampleRate: form.sampleRate,
  async *split(blocks) {
    for await (const [found, rest] of separateStems(session, form, blocks, { consistent: true }))
      yield [found!, rest!];
  },
});
