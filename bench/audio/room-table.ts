import reverb from "#audio/effects/reverb.ts";
import { createReverbEstimator } from "#audio/restoration/reverb/estimate-reverb.ts";
import { createDereverb } from "#audio/restoration/reverb/dereverb.ts";
import { convolve } from "./convolve.ts";
import { earlyPart } from "./room.ts";
import { rms, scaled } from "./material.ts";
import { runEffect } from "./run-effect.ts";
import { runMono, type Score, scoreSpeech } from "./score.ts";
import type { Bench, Table } from "./table.ts";

const show = ({ siSdr, stoi, modulation, mos }: Score) =>
  `${siSdr.toFixed(1)} / ${stoi.toFixed(3)} / ${modulation.toFixed(1)} / ${mos.toFixed(2)}`;

/** Speech in rooms: the input, this program, and its prediction step (WPE) alone. */
export async function benchRooms({
  material,
  sampleRate,
  dnsmos,
  root,
  quick,
}: Bench): Promise<Table> {
  const { speech } = material;
  const rows: string[][] = [];
  for (const t60 of quick ? [0.7] : [0.4, 0.7, 1]) {
    const room = material.makeRoom(t60);
    const input = convolve(speech, room);
    const target = convolve(speech, earlyPart(room, sampleRate));
    const ours = await runEffect(reverb, {}, [input], { sampleRate, root });
    const meter = createReverbEstimator({ sampleRate, channels: 1 });
    meter.push([input]);
    const { filters } = meter.finish();
    const predicted = runMono(
      createDereverb(
        1,
        { sampleRate, channels: 1 },
        { filters, decays: [], fastestDecays: [], lateSeconds: 0 },
      ),
      input,
    );
    const cells = [];
    for (const output of [input, ours.samples[0]!, predicted]) {
      // DNSMOS falls by up to 0.4 where the same sound is 2 dB softer, and late sound is level, too.
      const level = scaled(output, rms(target) / rms(output));
      cells.push(show(await scoreSpeech(level, target, sampleRate, dnsmos)));
    }
    rows.push([`T60 ${t60} s`, ...cells]);
  }
  return {
    title: "reverb: SI-SDR dB / STOI / modulation dB / DNSMOS, against the first 50 ms of the room",
    header: ["room", "input", "ours", "WPE alone"],
    rows,
  };
}
