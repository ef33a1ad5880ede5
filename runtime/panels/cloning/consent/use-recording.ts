import { useEffect, useRef, useState } from "react";
import { microphoneFault } from "#runtime/audio/microphone/microphone-fault.ts";
import type { Fault } from "#runtime/contract/fault.ts";
import { useWorkspace } from "#runtime/contract/context.ts";

/** Maximum length of a recording in seconds. */
const MAX_SECONDS = 60;
/** Interval of the timer in ms. */
const UPDATE_INTERVAL_MS = 100;

export interface RecordingState {
  readonly state: "idle" | "asking" | "recording";
  readonly seconds: number;
  /** Sample peak since the last measurement, from 0 to 1. */
  readonly level: number;
  readonly fault: Fault | null;
}
const IDLE: RecordingState = { state: "idle", seconds: 0, level: 0, fault: null };

/** Measures the level of a stream. */
function meterOf(stream: MediaStream) {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = 4096;
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  return {
    read(): number {
      analyser.getFloatTimeDomainData(samples);
      return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
    },
    close: (): void => void context.close().catch(() => {}),
  };
}

/** A short recording for the panel, which is not added to the visitor's files. */
export function useRecording(onDone: (recording: Blob) => void) {
  const { report } = useWorkspace();
  const [state, setState] = useState(IDLE);
  const ending = useRef<((isAccepted: boolean) => void) | null>(null);
  const turn = useRef(0);
  useEffect(
    () => () => {
      turn.current++;
      ending.current?.(false);
    },
    [],
  );

  function begin(stream: MediaStream): void {
    const recorder = new MediaRecorder(stream);
    const chunks: Blob[] = [];
    const meter = meterOf(stream);
    const since = performance.now();
    let shouldDeliver = false;
    const end = (isAccepted: boolean): void => {
      shouldDeliver = isAccepted;
      ending.current = null;
      clearInterval(timer);
      if (recorder.state !== "inactive") recorder.stop();
    };
    const timer = setInterval(() => {
      const seconds = (performance.now() - since) / 1000;
      if (seconds >= MAX_SECONDS) end(true);
      else setState({ state: "recording", seconds, level: meter.read(), fault: null });
    }, UPDATE_INTERVAL_MS);
    recorder.addEventListener("dataavailable", ({ data }) => chunks.push(data));
    recorder.addEventListener("stop", () => {
      clearInterval(timer);
      meter.close();
      for (const track of stream.getTracks()) track.stop();
      setState(IDLE);
      if (shouldDeliver) onDone(new Blob(chunks, { type: recorder.mimeType.split(";")[0]! }));
    });
    for (const track of stream.getAudioTracks())
      track.addEventListener("ended", () => ending.current?.(true), { once: true });
    ending.current = end;
    recorder.start();
    setState({ ...IDLE, state: "recording" });
  }

  async function start(): Promise<void> {
    const own = ++turn.current;
    setState({ ...IDLE, state: "asking" });
    try {
      const { mediaDevices } = navigator as Partial<Pick<Navigator, "mediaDevices">>;
      if (!mediaDevices || typeof MediaRecorder === "undefined")
        throw new DOMException("Nothing to record with", "NotSupportedError");
      const stream = await mediaDevices.getUserMedia({
        audio: { echoCancellation: false, noiseSuppression: false, autoGainControl: false },
      });
      if (own === turn.current) begin(stream);
      else for (const track of stream.getTracks()) track.stop();
    } catch (error) {
      if (own !== turn.current) return;
      const fault = microphoneFault(error);
      if (!fault) report(error);
      setState({ ...IDLE, fault: fault ?? { code: "recorder.unsupported", params: {} } });
    }
  }
  return {
    ...state,
    start: (): void => void start(),
    /** Stops and delivers the recording. */
    stop: (): void => ending.current?.(true),
    discard: (): void => {
      turn.current++;
      if (ending.current) ending.current(false);
      else setState(IDLE);
    },
  };
}
