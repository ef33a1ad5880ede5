import type { VoiceValues } from "#audio/voice/voice-values.ts";
import { type FromVoice, type ToVoice, PROCESSOR } from "./live-protocol.ts";

/** The audio graph from microphone to output. */
export interface LiveChain {
  change(values: VoiceValues): void;
  /** Sample peak of the microphone since the last call, from 0 to 1. */
  level(): number;
  /** Latency from microphone to ear in ms; null until the processor has reported its part. */
  latency(): number | null;
  /** Closes the stream and the context. */
  close(): void;
}

/** Frames of a Web Audio render quantum, by which input is delayed. */
const QUANTUM = 128;
/** Samples that the meter analyzes: as many as arrive between two measurements. */
const METER = 4096;

/**
 * Connects a microphone to the output through the voice processor.
 * @param context with the processor registered
 * @param onBroken called when the processor has failed and outputs silence from then on
 */
export function openChain({
  context,
  stream,
  values,
  onBroken,
}: {
  readonly context: AudioContext;
  readonly stream: MediaStream;
  readonly values: VoiceValues;
  readonly onBroken: () => void;
}): LiveChain {
  const source = context.createMediaStreamSource(stream);
  const meter = context.createAnalyser();
  meter.fftSize = METER;
  const node = new AudioWorkletNode(context, PROCESSOR, {
    numberOfInputs: 1,
    numberOfOutputs: 1,
    outputChannelCount: [1],
    channelCount: 1,
    channelCountMode: "explicit",
    processorOptions: values,
  });
  source.connect(meter);
  source.connect(node);
  node.connect(context.destination);

  let frames: number | null = null;
  let sent = JSON.stringify(values);
  /** Whether a change has not been confirmed yet; initially the processor confirms its start. */
  let changing = true;
  /** The values to send after that. */
  let pendingValues: VoiceValues | null = null;
  const post = (message: ToVoice): void => node.port.postMessage(message);
  const send = (next: VoiceValues): void => {
    const text = JSON.stringify(next);
    if (text === sent) return;
    sent = text;
    changing = true;
    post({ kind: "change", values: next });
  };
  node.port.onmessage = ({ data }: MessageEvent<FromVoice>) => {
    frames = data.latency;
    changing = false;
    const next = pendingValues;
    pendingValues = null;
    if (next) send(next);
  };
  node.onprocessorerror = onBroken;
  const samples = new Float32Array(METER);
  return {
    change(next) {
      if (changing) pendingValues = next;
      else send(next);
    },
    level() {
      meter.getFloatTimeDomainData(samples);
      let peak = 0;
      for (const sample of samples) peak = Math.max(peak, Math.abs(sample));
      return Math.min(1, peak);
    },
    latency() {
      if (frames === null) return null;
      const { baseLatency, outputLatency, sampleRate } = context;
      const settings: MediaTrackSettings & { readonly latency?: number } =
        stream.getAudioTracks()[0]?.getSettings() ?? {};
      // Not every browser reports each part.
      const device = [settings.latency, baseLatency, outputLatency].reduce<number>(
        (sum, seconds) => sum + (seconds !== undefined && seconds > 0 ? seconds : 0),
        0,
      );
      return 1000 * ((frames + QUANTUM) / sampleRate + device);
    },
    close() {
      post({ kind: "end" });
      node.port.onmessage = null;
      source.disconnect();
      node.disconnect();
      for (const track of stream.getTracks()) track.stop();
      void context.close().catch(() => {});
    },
  };
}
