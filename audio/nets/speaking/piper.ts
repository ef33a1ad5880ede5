import type { PiperForm } from "#core/models/forms.ts";
import type { NetSession } from "../net-session.ts";
import { type SpeechSynthesisNet, splitPhonemes, phonemeTimes } from "./speech-synthesis-net.ts";

const PADDING = "_";
const BEGIN = "^";
const END = "$";

/** The used part of the `.onnx.json` of a Piper voice. */
export interface PiperConfig {
  readonly audio: { readonly sample_rate: number };
  readonly espeak: { readonly voice: string };
  readonly phoneme_type?: string;
  readonly inference: {
    readonly noise_scale: number;
    readonly length_scale: number;
    readonly noise_w: number;
  };
  readonly num_speakers?: number;
  readonly phoneme_id_map: Readonly<Record<string, readonly number[]>>;
}

/**
 * @throws {TypeError} if it belongs to another voice than the form, or does not use eSpeak phonemes
 */
export function readPiperConfig(text: string, form: PiperForm): PiperConfig {
  const read = JSON.parse(text) as Partial<PiperConfig> | null;
  const { audio, espeak, inference, phoneme_id_map: map, phoneme_type: type } = read ?? {};
  const scales = [inference?.noise_scale, inference?.length_scale, inference?.noise_w];
  if (
    (type ?? "espeak") !== "espeak" ||
    scales.some((scale) => typeof scale !== "number") ||
    [PADDING, BEGIN, END].some((name) => !Array.isArray(map?.[name]))
  )
    throw new TypeError("This is no voice of Piper that takes phonemes of eSpeak");
  if (audio?.sample_rate !== form.sampleRate || espeak?.voice !== form.espeak)
    throw new TypeError(`The voice has ${audio?.sample_rate} Hz and speaks ${espeak?.voice}`);
  return read as PiperConfig;
}

/** Symbol ids of a phrase, and the code point that each belongs to. */
function idsOf(points: readonly string[], map: PiperConfig["phoneme_id_map"]) {
  const ids: number[] = [];
  const owners: number[] = [];
  const add = (owner: number, ...names: readonly string[]): void => {
    for (const id of names.flatMap((name) => map[name]!)) {
      ids.push(id);
      owners.push(owner);
    }
  };
  add(-1, BEGIN, PADDING);
  for (const [at, point] of points.entries())
    // Diacritics are separate phonemes.
    for (const part of point.normalize("NFD")) if (map[part]) add(at, part, PADDING);
  add(points.length, END);
  return { ids, owners };
}

export interface PiperOptions {
  /** Name of the output with phoneme durations, if the graph has one. */
  readonly lengths: string | null;
  /** Without noise: the same phrase sounds the same each time, and flatter. */
  readonly isDeterministic?: boolean;
}

/** A Piper voice; its speakers are voices with the ids `0`, `1`, … */
export function createPiperNet(
  session: NetSession,
  { sampleRate }: PiperForm,
  { inference, num_speakers: speakers = 1, phoneme_id_map: map }: PiperConfig,
  { lengths, isDeterministic = false }: PiperOptions,
): SpeechSynthesisNet {
  return {
    sampleRate,
    async synthesize(phonemes, { voice = "0", speed }) {
      const speaker = Number(voice);
      if (!(Number.isInteger(speaker) && speaker >= 0 && speaker < Math.max(1, speakers)))
        throw new RangeError(`There is no speaker ${voice}`);
      const points = splitPhonemes(phonemes);
      const { ids, owners } = idsOf(points, map);
      const { noise_scale: noise, length_scale: length, noise_w: width } = inference;
      const scales = [isDeterministic ? 0 : noise, length / speed, isDeterministic ? 0 : width];
      const outputs = await session.run(
        {
          input: { data: BigInt64Array.from(ids, BigInt), dims: [1, ids.length] },
          input_lengths: { data: BigInt64Array.of(BigInt(ids.length)), dims: [1] },
          scales: { data: Float32Array.from(scales), dims: [3] },
          ...(speakers > 1 && { sid: { data: BigInt64Array.of(BigInt(speaker)), dims: [1] } }),
        },
        lengths === null ? ["output"] : ["output", lengths],
      );
      const sound = outputs["output"];
      if (!sound || sound.dims.at(-1) !== sound.data.length)
        throw new TypeError("The net gives no sound");
      const own = lengths === null ? null : outputs[lengths]!.data;
      if (own && own.length !== ids.length)
        throw new TypeError(`The net tells ${own.length} lengths of ${ids.length} phonemes`);
      const samples = sound.data.slice();
      return {
        samples,
        times: own && phonemeTimes(own, owners, points.length, samples.length / sampleRate),
      };
    },
    close: () => session.close(),
  };
}
