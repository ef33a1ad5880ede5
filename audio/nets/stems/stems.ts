import type { StemsForm } from "#core/models/forms.ts";
import type { Block } from "../../effect.ts";
import type { NetSession } from "../net-session.ts";
import { demucsBytes, separateDemucs, demucsStride } from "./demucs.ts";
import { mdxBytes, mdxStride, separateMdx } from "./mdx.ts";
import { segmentFrames } from "./mdx-spectrum.ts";
import type { SeparateOptions } from "./separate-options.ts";

/** Frames of a segment. */
export const stemSegmentFrames = (form: StemsForm): number =>
  form.kind === "demucs" ? form.frames : segmentFrames(form);

/** Number of segments of a sound of `frames` frames. */
export const countSegments = (form: StemsForm, frames: number): number =>
  Math.ceil(frames / (form.kind === "demucs" ? demucsStride(form) : mdxStride(form)));

/** Memory in bytes in addition to the network, independent of the length. */
export const stemsBytes = (form: StemsForm): number =>
  form.kind === "demucs" ? demucsBytes(form) : mdxBytes(form);

/**
 * Separates a sound segment by segment: the output has the length of the sound, is streamed, and
 * needs constant memory (`stemsBytes`).
 * @param blocks stereo, at the rate of the form, of any length
 * @yields the stems in the order of the form, two channels each; owned by the caller
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
