import { type ServerCall, type ServerTask, isConsistent } from "./server-task.ts";

/** What jobs of a tool may do on the operator's machines. */
export interface ToolCalls {
  /**
   * Share of the tool's price that each call costs. A tool whose job makes several calls in turn
   * divides its price among them.
   */
  readonly calls: Partial<Readonly<Record<ServerCall, number>>>;
  /** Effects of `run`; null: writing a sound unchanged. */
  readonly effects: readonly (string | null)[];
}

const NONE: ToolCalls = { calls: {}, effects: [] };

/** What the engine calls of each panel's job may do, by the preset of the page. */
const PANELS: ReadonlyMap<string, (preset: string) => ToolCalls> = new Map<
  string,
  (preset: string) => ToolCalls
>([
  ["enhance", (preset) => ({ calls: { run: 1 }, effects: [preset] })],
  ["voice-changer", () => ({ calls: { run: 1 }, effects: ["voice"] })],
  ["separation", () => ({ calls: { separate: 1 }, effects: [] })],
  ["karaoke", () => ({ calls: { separate: 1 }, effects: [] })],
  ["cover", () => ({ calls: { separate: 0.5, cover: 0.5 }, effects: [] })],
  ["mashup", () => ({ calls: { run: 1, separate: 1 }, effects: [null] })],
  ["transcript", () => ({ calls: { transcribe: 1 }, effects: [] })],
]);

/** What jobs of a tool may do, by the panel and preset of its page; nothing for other panels. */
export const toolCallsOf = (panel: string, preset: string): ToolCalls =>
  PANELS.get(panel)?.(preset) ?? NONE;

/** Share of the tool's price that a task costs; null: jobs of the tool may not do this. */
export function shareOf({ calls, effects }: ToolCalls, task: ServerTask): number | null {
  const isOwn = task.call !== "run" || effects.includes(task.effect ?? null);
  return isOwn && isConsistent(task) ? (calls[task.call] ?? null) : null;
}
