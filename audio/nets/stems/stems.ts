import type { StemsForm } from "#core/models/forms.ts";
import type { Block } from "../../effect.ts";
import type { NetSession } from "../net-session.ts";
import { demucsBytes, separateDemucs, strideOf } from "./demucs.ts";
import { mdxBytes, mdxStride, separateMdx } from "./mdx.ts";
import { pieceOf } from "./mdx-spectrum.ts";
import type { SeparateOptions } from "./separate-options.ts";

/** Frames that a net takes at once. */
export const pieceFrames = (form: StemsForm): number =>
  form.kind === "demucs" ? form.frames : pieceOf(form);

/** How often the net is run for a sound of so many frames. */
export const piecesOf = (form: StemsForm, frames: number): number =>
  Math.ceil(frames / (form.kind === "demucs" ? strideOf(form) : mdxStride(form)));

/** Bytes beside the net, whatever the length. */
export const stemsBytes = (form: StemsForm): number =>
  form.kind === "demucs" ? demucsBytes(form) : mdxBytes(form);

/**
 * Takes a sound apart, piece by piece: what it gives is as long as the sound, comes as it is worked
 * out, and needs memory that does not grow (`stemsBytes`).
 * @param blocks stereo, at the rate of the form, blocks of any length
 * @yields the stems in the order of the form, planes of two channels each, which are the caller's
 */
export const separateStems = (
  session: NetSession,
  form: StemsForm,
  blocks: AsyncIterable<Block>,
  options: SeparateOptions,
): AsyncGenerator<readonly Block[], void, undefined> =>
  form.kind === "demucs"
    ? separateDemucs(session, form, blocks, options)
    : separateMdx(session, form, blocks, options);
