import { type StemsForm, stemRoles } from "#core/models/forms.ts";
import type { NetSession } from "../net-session.ts";

/**
 * Opens the networks of a form as one session. Several networks get the same input and return one
 * stem each, under its name.
 * @param open opens the graph with a role
 */
export async function openStemSession(
  form: StemsForm,
  open: (role: string) => Promise<NetSession>,
): Promise<NetSession> {
  const roles = stemRoles(form);
  if (form.kind !== "spleeter") return open(roles[0]!);
  const sessions = new Map<string, NetSession>();
  const close = async (): Promise<void> => {
    await Promise.all([...sessions.values()].map((session) => session.close()));
  };
  try {
    for (const role of roles) sessions.set(role, await open(role));
  } catch (error) {
    await close();
    throw error;
  }
  return {
    async run(inputs, outputNames = roles) {
      const outputs: Record<string, Awaited<ReturnType<NetSession["run"]>>[string]> = {};
      // One after the other: each uses all threads.
      for (const name of outputNames) {
        const { [form.output]: output } = await sessions.get(name)!.run(inputs, [form.output]);
        outputs[name] = output!;
      }
      return outputs;
    },
    close,
  };
}
