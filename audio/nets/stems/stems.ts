import type { StemsForm } from "#core/models/forms.ts";
import type { Block } from "../../effect.ts";
import type { NetSession } from "../net-session.ts";
import { demucsBytes, separateDemucs, demucsStride } from "./demucs.ts";
import { mdxBytes, mdxStride, separateMdx } from "./mdx.ts";
import { segmentFrames } from "./mdx-spectrum.ts";
import { separateSpleeter, spleeterBytes, spleeterStride } from "./spleeter.ts";
import type { SeparateOptions } from "./separate-options.ts";

/** Frames of a segment. */
export function stemSegmentFrames(form: StemsForm): number {
  if (form.kind === "demucs") return form.frames;
  return form.kind === "mdx" ? segmentFrames(form) : spleeterStride(form);
}

/** Frames from one segment to the next. */
function strideOf(form: StemsForm): number {
  if (form.kind === "demucs") return demucsStride(form);
  return form.kind === "mdx" ? mdxStride(form) : spleeterStride(form);
}

/** Number of segments of a sound of `frames` frames. */
export const countSegments = (form: StemsForm, frames: number): number =>
  Math.ceil(frames / strideOf(form));

/** Memory in bytes in addition to the network, independent of the length. */
export function stemsBytes(form: StemsForm): number {
  if (form.kind === "demucs") return demucsBytes(form);
  return form.kind === "mdx" ? mdxBytes(form) : spleeterBytes(form);
}

/**
 * Separates a sound segment by segment: the output has the length of the sound, is streamed, and
 * needs constant memory (`stemsBytes`).
 * @param blocks stereo, at the rate of the form, of any length
 * @yields the stems in the order of the form, two channels each; owned by the caller
 */
export function separateStems(
  session: NetSession,
  form: StemsForm,
  blocks: AsyncIterable<Block>,
  options: SeparateOptions,
): AsyncGenerator<readonly Block[], void, undefined> {
  if (form.kind === "demucs") return separateDemucs(session, form, blocks, options);
  return form.kind === "mdx"
    ? separateMdx(session, form, blocks, options)
    : separateSpleeter(session, form, blocks, options);
}
