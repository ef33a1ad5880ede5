import { describe, expect, it } from "vitest";
import { BAND_COUNT } from "#audio/voice/bands.ts";
import { PERSONAS } from "#audio/narration/personas.ts";
import { type OwnVoice, isOwnVoice, newOwnVoiceId, readOwnVoice } from "./own-voice.ts";
import { checkReceipt, hashOf, makeReceipt } from "./receipt.ts";
import { readVoiceFile, writeVoiceFile } from "./voice-file.ts";

const measures = {
  seconds: 30,
  voiced: 18,
  pitch: { median: 118, low: 96, high: 150 },
  envelope: Array.from({ length: BAND_COUNT }, (_, band) => 12 - band / 3),
  tilt: -9.2,
  pace: 4.1,
  split: 0,
};
const recording = new Blob([new Uint8Array([1, 2, 3, 250])], { type: "audio/webm" });
const receiptOf = async () =>
  makeReceipt({
    date: "2026-11-23T20:00:00.000Z",
    language: "en",
    said: "This is my own voice.",
    recording: await hashOf(recording),
    sample: "00ff",
    seconds: 8.2,
    distance: 0.51,
    shuffled: 0.84,
    semitones: -0.4,
  });
const voiceOf = async (): Promise<OwnVoice> => ({
  version: 1,
  id: newOwnVoiceId(),
  name: "Lecture / two",
  made: 1_700_000_000_000,
  language: "en",
  persona: { ...PERSONAS.tarvel, balance: measures.envelope },
  measures: { sample: measures, voice: measures, plain: measures },
  receipt: await receiptOf(),
});

describe("the receipt of a consent", () => {
  it("TLS-1 is whole as long as neither it nor its recording is changed", async () => {
    const receipt = await receiptOf();
    expect(receipt.recording).toMatch(/^[\da-f]{64}$/);
    expect(await checkReceipt(receipt, recording)).toBe("whole");
    const stored = JSON.parse(JSON.stringify(receipt)) as typeof receipt;
    expect(await checkReceipt(stored, recording)).toBe("whole");
    expect(await checkReceipt(receipt, null)).toBe("recordingMissing");
    expect(await checkReceipt(receipt, new Blob([new Uint8Array([1, 2, 3, 251])]))).toBe(
      "recordingChanged",
    );
    for (const change of [
      { said: "This is not my own voice." },
      { date: "2026-11-24T20:00:00.000Z" },
      { sample: "00fe" },
      { distance: 0.1 },
      { seal: "" },
    ])
      expect(await checkReceipt({ ...receipt, ...change }, recording)).toBe("receiptChanged");
  });
});

describe("a voice of a visitor", () => {
  it("TLS-1 comes out of its file as it went in, with its consent", async () => {
    const voice = await voiceOf();
    expect(isOwnVoice(voice.id)).toBe(true);
    const file = await writeVoiceFile(voice, recording, "A note");
    expect(file.name).toBe("Lecture  two.voice.json");
    const read = await readVoiceFile(file);
    expect(read).toMatchObject({ fault: null, voice });
    if (read.fault === null) expect(await hashOf(read.consent)).toBe(voice.receipt.recording);
  });

  it("TLS-4 is not taken from a file that is none, is changed, or has no consent", async () => {
    const voice = await voiceOf();
    const text = await (await writeVoiceFile(voice, recording, "A note")).text();
    const faultOf = async (content: string) => (await readVoiceFile(new Blob([content]))).fault;
    expect(await faultOf("")).toBe("none");
    expect(await faultOf("[1, 2]")).toBe("none");
    expect(await faultOf('{"kind":"voice-profile","voice":{}}')).toBe("none");
    expect(await faultOf(text.slice(0, -20))).toBe("none");
    expect(await faultOf(text.replace("my own voice", "his own voice"))).toBe("receipt");
    expect(await faultOf(text.replace("AQID", "AQIE"))).toBe("receipt");
    expect(await faultOf(await (await writeVoiceFile(voice, null, "")).text())).toBe("receipt");
    const later = text.replace('"version":1', '"version":2');
    expect(await faultOf(later)).toBe("none");
    expect(await faultOf(text.replace(/"receipt":\{[^}]*\}/, '"receipt":{}'))).toBe("receipt");
    expect(await faultOf(text.replace(/"receipt":\{[^}]*\}/, '"receipt":null'))).toBe("none");
    expect(await faultOf(text.replace('"AQID', '"<b>AQID'))).toBe("receipt");
    expect(await faultOf("\0".repeat(16_000_001))).toBe("none");
  });

  it("TLS-4 has a name of markup as it is written, and a file whose name has none", async () => {
    const named = { ...(await voiceOf()), name: '<img src="x" onerror="alert(1)">' };
    const file = await writeVoiceFile(named, recording, "A note");
    expect(file.name).toBe("img src=x onerror=alert(1).voice.json");
    expect(await readVoiceFile(file)).toMatchObject({ fault: null, voice: { name: named.name } });
  });

  it("TLS-4 is not read where a value is beyond what the built-in voice can do", async () => {
    const voice = await voiceOf();
    expect(readOwnVoice(voice)).toBe(voice);
    for (const change of [
      { version: 2 },
      { id: "maren" },
      { name: " " },
      { persona: { ...voice.persona, rate: Number.NaN } },
      { persona: { ...voice.persona, variant: "../m3" } },
      { persona: { ...voice.persona, balance: [1, 2] } },
      { measures: { ...voice.measures, sample: null } },
    ])
      expect(readOwnVoice({ ...voice, ...change })).toBeNull();
  });
});
