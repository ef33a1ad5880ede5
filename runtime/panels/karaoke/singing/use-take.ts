import { useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import { type Melody, melodyOf } from "#audio/music/singing/score-singing.ts";
import { sharedEngine } from "#runtime/audio/shared-engine.ts";
import { startContext } from "#runtime/audio/player/start-context.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { JobResult } from "#runtime/contract/file.ts";
import type { StemPlayer } from "#runtime/panel-kit/player/stem-player.ts";
import { createSungTrack, type SungTrack } from "./sung-track.ts";
import { createSongClock } from "./song-clock.ts";
import { PROCESSOR, type PitchMessage } from "./take-protocol.ts";
import { createTakeSession, type Take, type TakeSession, type TakeSong } from "./take-session.ts";
// oxlint-disable-next-line import/default -- the bundler makes it
import module from "./take-worklet.ts?worker&url";

/** What was sung, and its recording until it is deleted. */
export interface Sung {
  readonly melody: Melody;
  readonly track: SungTrack;
  readonly take: Take | null;
}
export type TakePhase = "offer" | "preparing" | "singing" | "sung" | "noMelody" | "failed";

async function connect(
  context: AudioContext,
  stream: MediaStream,
  onPitches: (message: PitchMessage) => void,
): Promise<() => void> {
  await context.audioWorklet.addModule(module);
  const source = context.createMediaStreamSource(stream);
  const node = new AudioWorkletNode(context, PROCESSOR, {
    channelCount: 1,
    channelCountMode: "explicit",
    outputChannelCount: [1],
  });
  node.port.onmessage = ({ data }: MessageEvent<PitchMessage>) => onPitches(data);
  // Browsers run only processors that are connected to the output; its own is silent.
  source.connect(node).connect(context.destination);
  await startContext(context);
  return () => {
    node.port.postMessage("end");
    source.disconnect();
    node.disconnect();
  };
}

const openSession = (report: (error: unknown) => void): TakeSession =>
  createTakeSession({
    devices: navigator.mediaDevices ?? null,
    createContext: () => new AudioContext({ latencyHint: "interactive" }),
    connect,
    createRecorder: (stream) => new MediaRecorder(stream),
    report,
  });

/** @returns finds the melody of a song's vocals, once */
function useMelody(vocals: JobResult): (signal: AbortSignal) => Promise<Melody> {
  const { jobs } = useWorkspace();
  const known = useRef<Melody | null>(null);
  return async (signal) => {
    if (known.current) return known.current;
    const file = await jobs.openResult(vocals);
    return (known.current = melodyOf(await sharedEngine().melody(file, { signal })));
  };
}

/** A session, and the attempt to begin one; both end on unmount. */
function useSession() {
  const { report } = useWorkspace();
  const [session] = useState(() => openSession(report));
  const loading = useRef<AbortController | null>(null);
  useEffect(
    () => () => {
      loading.current?.abort();
      void session.stop();
    },
    [session],
  );
  return {
    session,
    abort: (): void => loading.current?.abort(),
    /** Aborts the attempt before it. */
    attempt: (): AbortController => {
      loading.current?.abort();
      return (loading.current = new AbortController());
    },
  };
}

/** Records and measures singing to a song; the microphone is released on unmount. */
export function useTake({
  vocals,
  player,
  tempo,
  seconds,
}: {
  readonly vocals: JobResult;
  readonly player: StemPlayer;
  /** Factor. */
  readonly tempo: number;
  readonly seconds: number;
}) {
  const { report } = useWorkspace();
  const findMelody = useMelody(vocals);
  const [phase, setPhase] = useState<TakePhase>("offer");
  const [sung, setSung] = useState<Sung | null>(null);
  const [isLost, setLost] = useState(false);
  const [clock] = useState(() => createSongClock(player, () => performance.now()));
  const speed = useRef(tempo);
  useEffect(() => void (speed.current = tempo), [tempo]);
  useEffect(() => clock.follow(), [clock]);
  const { session, abort, attempt } = useSession();
  const { fault } = useStore(session);

  async function begin(): Promise<void> {
    const control = attempt();
    player.pause();
    setSung(null);
    setLost(false);
    setPhase("preparing");
    const track = createSungTrack(seconds);
    let own: Omit<Sung, "take"> | null = null;
    let isMissing = false;
    const song: TakeSong = {
      clock: () => clock.read(speed.current),
      onPitch: track.put,
      onLost() {
        isMissing = true;
        setLost(true);
        if (own) void end(own);
      },
    };
    try {
      const finding = findMelody(control.signal);
      // Awaited below, unless there is no microphone.
      finding.catch(() => {});
      const isRecording = await session.start(song);
      if (control.signal.aborted) return;
      if (!isRecording) {
        control.abort();
        return setPhase("failed");
      }
      const melody = await finding;
      if (control.signal.aborted) return;
      if (isMissing || melody.notes.length === 0) {
        await session.stop();
        return setPhase(isMissing ? "failed" : "noMelody");
      }
      own = { melody, track };
      setSung({ ...own, take: null });
      setPhase("singing");
      player.seek(0);
      player.play();
    } catch (error) {
      if (control.signal.aborted) return;
      report(error);
      await session.stop();
      setPhase("failed");
    }
  }
  async function end(own: Omit<Sung, "take">): Promise<void> {
    if (session.getState().state !== "recording") return;
    player.pause();
    const take = await session.stop();
    setSung({ ...own, take });
    setPhase("sung");
  }
  return {
    phase,
    sung,
    fault,
    isLost,
    begin: (): void => void begin(),
    finish: (): void => void (sung && end(sung)),
    setPlaying: (isPlaying: boolean): void => session.setPlaying(isPlaying),
    cancel: (): void => {
      abort();
      void session.stop();
      setSung(null);
      setPhase("offer");
    },
    deleteTake: (): void => setSung((own) => own && { ...own, take: null }),
  };
}
