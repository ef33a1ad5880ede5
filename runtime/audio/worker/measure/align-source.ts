import type { Alignment } from "../../../../audio/alignment/align-words.ts";
import { alignWords } from "../../../../audio/alignment/align-words.ts";
import { createMelAnalyzer } from "../../../../audio/alignment/mel-frames.ts";
import type { AudioSource } from "../../../../audio/media/audio-source.ts";
import { MediaFault } from "../media-fault.ts";
import type { AlignTask } from "../listening.ts";

/**
 * Finds the words of a text in a sound; all channels together are what is heard.
 * @throws {MediaFault} `file.silent` where nothing is heard, unless it is a part of a sound
 */
export async function alignSource(
  source: AudioSource,
  { reading, words, isSung, part }: Pick<AlignTask, "reading" | "words" | "isSung" | "part">,
  onProgress: (done: number | null) => void,
): Promise<Alignment> {
  const { sampleRate } = source.format;
  const analyzer = createMelAnalyzer(sampleRate);
  const expected = Math.max(1, source.duration * sampleRate);
  let frames = 0;
  let isSilent = part === undefined;
  for await (const block of source.blocks()) {
    const sum = new Float32Array(block[0]!.length);
    for (const samples of block)
      for (let i = 0; i < sum.length; i++) sum[i]! += samples[i]! / block.length;
    isSilent &&= block.every((samples) => samples.every((sample) => sample === 0));
    analyzer.push(sum);
    frames += sum.length;
    onProgress(Math.min(1, frames / expected));
  }
  if (isSilent) throw new MediaFault("file.silent");
  // How long the rest takes depends on the text.
  onProgress(null);
  return alignWords(analyzer.finish(), reading, words, isSung);
}
