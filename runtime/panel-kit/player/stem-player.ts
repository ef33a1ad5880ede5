import type { Reading } from "../../audio/engine-types.ts";
import { type BeatGrid, createClick } from "./metronome.ts";
import { type PeakLevels, type StemLevel, createMixGraph } from "./mix-graph.ts";
import { type ScheduleStep, type Player, type PlayerState, createPlayer } from "./player.ts";
import { type OutputDeps, type Turn, createSoundOutput } from "./sound-output.ts";
import { type Segment, type Start, clicksIn, createStemTimeline } from "./stem-timeline.ts";

/** The played range in seconds. */
export interface StemRange {
  readonly start: number;
  readonly end: number;
  readonly loop: boolean;
}

/** Tempo and pitch. */
export interface TempoAndPitch {
  /** Tempo factor from 0.5 to 2; 1 for the original. */
  readonly tempo: number;
  /** Transposition from −12 to 12. */
  readonly semitones: number;
}

/** Metronome clicks. */
export interface Clicks {
  /** Null if the beats are unknown. */
  readonly grid: BeatGrid | null;
  readonly isOn: boolean;
  /** Beats that are counted in before it starts. */
  readonly countIn: number;
}

/** Plays stems in sync. */
export interface StemPlayer extends Player<PlayerState> {
  readonly set: (passage: StemRange) => void;
  readonly pace: (pace: TempoAndPitch) => void;
  /** Sets gain and pan at once, for each stem in order. */
  readonly mix: (levels: readonly StemLevel[], master: number) => void;
  readonly click: (clicks: Clicks) => void;
  /** Peaks of the present output. */
  readonly peaks: () => PeakLevels;
}

export interface StemDeps extends OutputDeps {
  /** The files are the stems, of the same sample rate and length. */
  readonly reading: Pick<Reading, "files" | "stems" | "close">;
}

/** Length of a requested segment, and how far ahead it is scheduled, in seconds. */
const SEGMENT_LENGTH = 0.25;
const AHEAD = 0.7;
/** Delay of the first segment in seconds. */
const START_DELAY = 0.08;
/** Delay until a new tempo is heard, in seconds. */
const SPLICE_DELAY = 0.35;

const isPlain = ({ tempo, semitones }: TempoAndPitch): boolean => tempo === 1 && semitones === 0;

/** The output: a bus for each stem, one for clicks, and their settings. */
function createStemOutput(deps: StemDeps) {
  const { sampleRate } = deps.reading.files[0]!;
  const stems = deps.reading.files.map((_, at) => String(at));
  const graph = createMixGraph();
  const output = createSoundOutput<string>(
    { ...deps, inlet: deps.inlet ?? graph.inlet },
    sampleRate,
    { ...Object.fromEntries(stems.map((bus) => [bus, 1])), click: 0, count: 1 },
  );
  let clicks: Clicks = { grid: null, isOn: false, countIn: 0 };
  /** @param at frame of the audio context */
  function sound(bus: string, planes: readonly Float32Array[], at: number): void {
    output.schedule(bus, { planes, sampleRate, when: at / sampleRate });
  }
  return {
    output,
    graph,
    /** Schedules a segment of all stems at its frame. */
    put(planes: readonly Float32Array[], segment: Segment): void {
      for (const [index, bus] of stems.entries())
        sound(bus, planes.slice(2 * index, 2 * index + 2), segment.at);
      if (!clicks.grid) return;
      for (const { at, accent } of clicksIn(segment, clicks.grid, sampleRate))
        sound("click", [createClick(sampleRate, accent)], at);
    },
    /** Counts in. @returns the duration in frames */
    countIn(at: number, tempo: number): number {
      const { grid, countIn: beats } = clicks;
      if (!grid || beats === 0) return 0;
      const step = (60 / grid.bpm / tempo) * sampleRate;
      for (let beat = 0; beat < beats; beat++)
        sound("count", [createClick(sampleRate, beat === 0)], at + Math.round(beat * step));
      return Math.round(beats * step);
    },
    mix(levels: readonly StemLevel[], master: number): void {
      for (const [at, { factor }] of levels.entries()) output.level(stems[at]!, factor);
      graph.pan(levels.map(({ pan }) => pan));
      graph.master(master);
    },
    /** @returns whether the clicks have changed and are audible */
    click(next: Clicks): boolean {
      const isMoved = JSON.stringify(next.grid) !== JSON.stringify(clicks.grid);
      clicks = next;
      output.level("click", next.isOn ? 1 : 0);
      return isMoved && next.isOn;
    },
  };
}

/**
 * Plays stems in sync: they come from one stream, and each segment of all starts on the same frame.
 */
export function createStemPlayer(deps: StemDeps): StemPlayer {
  const { reading } = deps;
  const { sampleRate, duration } = reading.files[0]!;
  const stemOutput = createStemOutput(deps);
  const { output, graph } = stemOutput;
  const timeline = createStemTimeline(sampleRate);
  let passage: StemRange = { start: 0, end: duration, loop: false };
  let pace: TempoAndPitch = { tempo: 1, semitones: 0 };
  /** Whether the sound goes through the time stretcher, which changes the tempo by itself. */
  let isStretched = false;

  function startAt(time: number): Start {
    const first = Math.round(passage.start * sampleRate);
    const last = Math.round(Math.min(passage.end, duration) * sampleRate);
    const position = Math.min(
      Math.max(first, Math.round(time * sampleRate)),
      Math.max(first, last - 1),
    );
    return { position, passage: { first, last, loop: passage.loop } };
  }
  function begin(time: number, splice?: number): ScheduleStep {
    const start = startAt(time);
    let clock = splice === undefined ? null : Math.round(splice * sampleRate);
    let requestedTo: number | null = start.position;
    let ended = false;
    isStretched = !isPlain(pace);
    timeline.cut(clock ?? undefined);
    const fill = async ({ audio, isLatest }: Turn): Promise<void> => {
      const isDue = (): boolean =>
        clock === null || clock < (audio.currentTime + AHEAD) * sampleRate;
      while (isLatest() && !ended && isDue()) {
        const count = Math.round(SEGMENT_LENGTH * sampleRate);
        const request = { passage: start.passage, count, ...pace, start: requestedTo };
        const { planes, from, to } = await reading.stems(request);
        requestedTo = null;
        if (!isLatest()) return;
        const found = planes[0]!.length;
        ended = found === 0;
        if (ended) break;
        const soonest = Math.ceil((audio.currentTime + START_DELAY) * sampleRate);
        if (clock === null) clock = soonest + stemOutput.countIn(soonest, pace.tempo);
        else if (clock < audio.currentTime * sampleRate) clock = soonest;
        const segment = { at: clock, count: found, from, to, start };
        timeline.add(segment);
        stemOutput.put(planes, segment);
        clock += found;
      }
    };
    return async (turn) => {
      await fill(turn);
      const now = turn.audio.currentTime * sampleRate;
      if (ended && now >= (clock ?? 0)) return { time: passage.start, ended };
      return { time: turn.isLatest() ? timeline.positionAt(now) : null };
    };
  }
  const { player, start } = createPlayer<PlayerState, string>({
    initial: { playing: false, time: 0 },
    output,
    duration: () => duration,
    startFrom: (time) =>
      time >= passage.start && time < passage.end - 0.01 ? time : passage.start,
    begin,
    release: () => reading.close(),
  });
  /** Restarts with new settings a moment later, at the position it will have then. */
  function restart(): void {
    const { playing, time } = player.getState();
    const now = output.now();
    if (!playing || now === null) return;
    const splice = Math.ceil((now + SPLICE_DELAY) * sampleRate);
    const ahead = timeline.scheduledPosition(splice);
    if (ahead === null) start(time);
    else start(ahead, splice / sampleRate);
  }

  return Object.assign(player, {
    set(next: StemRange) {
      passage = next;
      restart();
    },
    pace(next: TempoAndPitch) {
      const isSame = next.tempo === pace.tempo && next.semitones === pace.semitones;
      pace = next;
      if (!isSame && !isStretched) restart();
    },
    mix: (levels: readonly StemLevel[], master: number) => stemOutput.mix(levels, master),
    click(next: Clicks) {
      if (stemOutput.click(next)) restart();
    },
    peaks: graph.peaks,
  });
}
