import fs from "node:fs";
import path from "node:path";
import { loadConfig } from "../build/load/config.ts";
import { writeAtomic } from "../files/files.ts";
import type { Context } from "../command-kit/context.ts";
import { newPage, newPolicy, newTool, newVoice } from "../new/content.ts";
import { type Draft, type NewInput, todayOf } from "../new/draft.ts";
import { newEffect } from "../new/effect.ts";
import { newLocale } from "../new/locale.ts";
import { newPanel } from "../new/panel.ts";
import { createPrompts } from "../new/prompts.ts";
import { printDraft, requireNew, writeDraft } from "../new/write-draft.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";

const KINDS = {
  tool: newTool,
  voice: newVoice,
  policy: newPolicy,
  page: newPage,
  locale: newLocale,
  panel: newPanel,
  effect: newEffect,
} satisfies Record<string, (input: NewInput) => Promise<Draft>>;

export type NewKind = keyof typeof KINDS;

interface Options {
  readonly kind: NewKind;
  readonly name: string;
  readonly flags: {
    readonly dryRun?: boolean;
    /** False for --no-input. */
    readonly input: boolean;
    readonly [flag: string]: unknown;
  };
}

/** `toolkit new <kind> <name>` */
export default async function create(context: Context, options: object): Promise<ExitCode> {
  const { kind, name, flags } = options as Options;
  const { root, home, signal } = context;
  const ask = context.canAsk && flags.input ? await createPrompts(signal) : undefined;
  const today = todayOf(new Date());
  const draft = await KINDS[kind]({ root, home, name, flags, ask, today });
  requireNew(root, draft.files);
  if (flags.dryRun) return printDraft(context, draft);
  writeDraft(root, draft.files);
  const notes = draft.edit ? [await applyEdit(root, draft.edit)] : [];
  context.print(draft.files.map((file) => `${file.path}\n`).join(""));
  context.log([...notes, ...draft.next].map((line) => `${line}\n`).join(""));
  return 0;
}

/** Edits the configuration, and reverts the edit if the result cannot be loaded. */
async function applyEdit(root: string, edit: NonNullable<Draft["edit"]>): Promise<string> {
  const target = path.join(root, edit.path);
  const before = fs.readFileSync(target, "utf8");
  const { length } = (await loadConfig(root)).locales;
  writeAtomic(target, edit.text);
  try {
    if ((await loadConfig(root)).locales.length === length + 1)
      return `${edit.path}: added ${edit.note}`;
  } catch {
    // Reported below.
  }
  writeAtomic(target, before);
  return `Add this to the locales that ${edit.path} uses:\n  ${edit.note}`;
}
