import enhance from "#audio/effects/enhance.ts";
import voice from "#audio/effects/voice.ts";
import { createLoudnessMeter } from "#audio/signal/loudness.ts";
import { convolve } from "./convolve.ts";
import { filterWithFfmpeg, makeNoise, mix } from "./material.ts";
import { makeRoom } from "./room.ts";
import { runEffect } from "./run-effect.ts";
import { resample } from "./score.ts";
import type { Bench, Table } from "./table.ts";
import { makeVowel, measureFormants, measurePitch, VOWEL_FORMANTS } from "./vowel.ts";

function measureLevel(samples: Float32Array, sampleRate: number) {
  const meter = createLoudnessMeter({ sampleRate, channels: 1 });
  meter.push([samples]);
  return meter.measure();
}

/** Speech in a room with noise, brought to loudness targets. */
export async function benchEnhance({ speech, sampleRate, dnsmos, root }: Bench): Promise<Table> {
  const noise = makeNoise("room", speech.length, sampleRate);
  const input = mix(convolve(speech, makeRoom(0.4, sampleRate)), noise, 15);
  const rate = async (samples: Float32Array) =>
    dnsmos ? (await dnsmos(resample(samples, sampleRate, 16_000))).toFixed(2) : "–";
  const rows: string[][] = [];
  for (const target of [-14, -16, -19, -23]) {
    const ours = await runEffect(enhance, { target }, [input], { sampleRate, root });
    const peer = filterWithFfmpeg(
      input,
      sampleRate,
      `loudnorm=I=${target}:TP=-1:LRA=11,aresample=${sampleRate}`,
    );
    const cells = [];
    for (const samples of [input, ours.samples[0]!, peer]) {
      const { integrated, truePeak } = measureLevel(samples, sampleRate);
      cells.push(`${integrated.toFixed(2)} / ${truePeak.toFixed(2)} / ${await rate(samples)}`);
    }
    rows.push([`${target} LUFS`, ...cells]);
  }
  return {
    title: "enhance: LUFS / dBTP / DNSMOS",
    header: ["target", "input", "ours", "loudnorm"],
    rows,
  };
}

/**
 * A vowel whose pitch moves while its formants stay, against a vowel made at that pitch: far partials
 * show formants less well, and what that puts off is none of the effect's.
 */
export async function benchVoice({ sampleRate, root, quick }: Bench): Promise<Table> {
  const rows: string[][] = [];
  const steady = makeVowel(110, sampleRate);
  const swaying = makeVowel(110, sampleRate, { sway: 0.15 });
  const percent = (x: number, of: number) => (100 * Math.abs(x / of - 1)).toFixed(1);
  for (const semitones of quick ? [3] : [-7, -4, 3, 7]) {
    const hertz = 110 * 2 ** (semitones / 12);
    const made = makeVowel(hertz, sampleRate, { sway: 0.15 });
    const expected = measureFormants(made, VOWEL_FORMANTS, sampleRate);
    const ours = async (samples: Float32Array) =>
      (await runEffect(voice, { pitch: semitones }, [samples], { sampleRate, root })).samples[0]!;
    const peer = (samples: Float32Array) =>
      filterWithFfmpeg(samples, sampleRate, `rubberband=pitch=${hertz / 110}:formant=preserved`);
    const describe = (even: Float32Array, uneven: Float32Array) => {
      const cents = 1200 * Math.log2(measurePitch(even, hertz, sampleRate) / hertz);
      const off = measureFormants(uneven, VOWEL_FORMANTS, sampleRate).map((x, i) =>
        percent(x, expected[i]!),
      );
      return `${cents.toFixed(2)} / ${off.join(" ")}`;
    };
    rows.push([
      `${semitones} semitones`,
      describe(await ours(steady), await ours(swaying)),
      describe(peer(steady), peer(swaying)),
      expected.map((x, i) => percent(x, VOWEL_FORMANTS[i]!)).join(" "),
    ]);
  }
  return {
    title: "voice: cents off / % that each formant is off a vowel made at that pitch",
    header: ["pitch", "ours", "rubberband", "made at that pitch, off its resonances"],
    rows,
  };
}
