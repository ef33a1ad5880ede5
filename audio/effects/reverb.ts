import { defineEffect } from "../effect.ts";
import {
  createRoomMeter,
  LATE_FRAMES,
  type Room,
  roomFrames,
} from "../restoration/measure-room.ts";
import { createRoomRemover } from "../restoration/remove-room.ts";

const NO_ROOM: Room = { filters: new Float32Array(0), decays: [] };
const RATE = 48_000;

/** Takes the sound of a room from a voice. */
export default defineEffect({
  id: "reverb",
  parameters: {
    strength: { kind: "number", min: 0, max: 100, default: 100, unit: "%", step: 1 },
  },
  length: "same",
  neutral: { strength: 0 },
  analyse: (_, format) => createRoomMeter(format),
  findings: ({ decays }) => {
    const middle = decays.toSorted((a, b) => a - b)[decays.length >> 1] ?? 0;
    if (middle <= 0 || middle >= 1) return { figures: {} };
    const seconds = LATE_FRAMES / roomFrames(RATE).perSecond;
    return { figures: { decaySeconds: (6 * seconds) / -Math.log10(middle) } };
  },
  create: ({ strength }, format, { analysis }) =>
    createRoomRemover(strength / 100, format, analysis ?? NO_ROOM),
});
