import { execFileSync } from "node:child_process";
import { createLoudnessMeter } from "#audio/signal/loudness.ts";
import { listMaterial } from "./material.ts";
import { createRandom } from "./random.ts";
import type { Bench, Table } from "./table.ts";

interface Sound {
  readonly sampleRate: number;
  readonly channels: readonly Float32Array[];
}

/** Interleaved samples. */
const weave = ({ channels }: Sound): Float32Array =>
  Float32Array.from({ length: channels.length * channels[0]!.length }, (_, i) => {
    const channel = i % channels.length;
    return channels[channel]![(i - channel) / channels.length]!;
  });

/** Up to 20 s of a file, at its own rate and with its own channels. */
function readSound(file: string): Sound {
  const entries = ["-show_entries", "stream=sample_rate,channels", "-of", "csv=p=0"];
  const shape = execFileSync("ffprobe", ["-v", "error", ...entries, file]).toString();
  const [sampleRate, count] = shape.split(",").map(Number) as [number, number];
  const raw = ["-t", "20", "-f", "f32le", "-"];
  const bytes = execFileSync("ffmpeg", ["-v", "error", "-i", file, ...raw], { maxBuffer: 2 ** 30 });
  const samples = new Float32Array(new Uint8Array(bytes).buffer);
  return {
    sampleRate,
    channels: Array.from({ length: count }, (_, channel) =>
      Float32Array.from(
        { length: samples.length / count },
        (__, i) => samples[i * count + channel]!,
      ),
    ),
  };
}

/** Sound from a formula of the time in seconds, with other levels on the left and on the right. */
const make = (
  sampleRate: number,
  seconds: number,
  at: (time: number) => number,
  levels: readonly number[] = [1, 1],
): Sound => ({
  sampleRate,
  channels: levels.map((level) =>
    Float32Array.from({ length: seconds * sampleRate }, (_, i) => level * at(i / sampleRate)),
  ),
});

const decibels = (level: number) => 10 ** (level / 20);
const tone = (hertz: number) => (time: number) => Math.sin(2 * Math.PI * hertz * time);

/** What the gates, the weighting and the peaks between samples are tested by. */
function makeSounds(): Sound[] {
  const random = createRandom(11);
  const noise = () => 0.05 * random.normal();
  const mid = tone(997);
  const steps = (time: number) => decibels(time < 10 || time >= 30 ? -36 : -23) * mid(time);
  const below = (time: number) => decibels(time < 10 ? -75 : -23) * mid(time);
  const bursts = (time: number) => (time % 3 < 0.5 ? 0.3 : 0.001) * noise();
  const between = (time: number) => 0.9 * Math.sin(2 * Math.PI * 11_025 * time + Math.PI / 4);
  return [
    make(48_000, 20, (time) => decibels(-23) * mid(time)),
    make(44_100, 40, steps),
    make(48_000, 30, below, [1]),
    make(48_000, 20, bursts),
    make(44_100, 10, between),
    make(22_050, 20, noise, [1, 0]),
    make(96_000, 15, noise, [0.2, 1]),
    make(48_000, 20, (time) => 0.4 * tone(60)(time) + 0.01 * tone(9000)(time)),
  ];
}

/** Integrated loudness and true peak as ffmpeg's `ebur128` has them. */
function measureWithFfmpeg(sound: Sound) {
  const shape = ["-ar", String(sound.sampleRate), "-ac", String(sound.channels.length)];
  const filter = "ebur128=metadata=1:peak=true,ametadata=mode=print:file=-";
  const lines = execFileSync(
    "ffmpeg",
    ["-v", "error", "-f", "f32le", ...shape, "-i", "-", "-af", filter, "-f", "null", "-"],
    { input: new Uint8Array(weave(sound).buffer), maxBuffer: 2 ** 30 },
  ).toString();
  const last = (name: string) => {
    const key = `lavfi.r128.${name}=`;
    const at = lines.lastIndexOf(key) + key.length;
    return Number(lines.slice(at, lines.indexOf("\n", at)));
  };
  return {
    integrated: last("I"),
    range: last("LRA"),
    truePeak: 20 * Math.log10(last("true_peak")),
  };
}

function measure({ sampleRate, channels }: Sound) {
  const meter = createLoudnessMeter({ sampleRate, channels: channels.length });
  meter.push(channels);
  return meter.measure();
}

/** Below it, three decimals of a factor, which ffmpeg prints, are no tenth of a decibel. */
const MIN_PEAK = -15;

/** Loudness of files of many kinds, beside ffmpeg's. */
export function benchLoudness({ root }: Bench): Promise<Table> {
  const { sentences, prompts, songs } = listMaterial(root);
  const files = (list: readonly string[]) => list.map(readSound);
  const groups = {
    "read sentences": files(sentences),
    "prompts, 8 kHz": files(prompts.slice(0, 8)),
    "songs and their guitars, stereo": files(songs),
    "tones, noise, gates, peaks between samples": makeSounds(),
  };
  const maxOf = (values: readonly number[]) =>
    values.reduce((sum, value) => Math.max(sum, value), 0).toFixed(3);
  const rows = Object.entries(groups).map(([name, sounds]) => {
    const off = sounds.map((sound) => {
      const [ours, theirs] = [measure(sound), measureWithFfmpeg(sound)];
      return {
        integrated: Math.abs(ours.integrated - theirs.integrated),
        peak: theirs.truePeak > MIN_PEAK ? Math.abs(ours.truePeak - theirs.truePeak) : 0,
      };
    });
    const worst = (key: "integrated" | "peak") => maxOf(off.map((one) => one[key]));
    return [name, String(sounds.length), worst("integrated"), worst("peak")];
  });
  return Promise.resolve({
    title: "loudness: most that ours differs from ffmpeg's ebur128",
    header: ["sounds", "number", "integrated LU", "true peak dB"],
    rows,
  });
}
