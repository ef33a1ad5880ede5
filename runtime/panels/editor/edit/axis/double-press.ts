/** Maximum time between two presses of a double press, in ms. */
const MAX_TIME = 350;
/** Maximum distance between them, in CSS pixels. */
const MAX_DISTANCE = 10;

interface Press {
  readonly timeStamp: number;
  readonly clientX: number;
  readonly clientY: number;
}

/** Tells whether a press is the second one at nearly the same place of the same track. */
export function createDoublePress(): (track: number, press: Press) => boolean {
  let last: (Press & { readonly track: number }) | null = null;
  return (track, { timeStamp, clientX, clientY }) => {
    const isDouble =
      last !== null &&
      track === last.track &&
      timeStamp - last.timeStamp < MAX_TIME &&
      Math.hypot(clientX - last.clientX, clientY - last.clientY) <= MAX_DISTANCE;
    last = isDouble ? null : { track, timeStamp, clientX, clientY };
    return isDouble;
  };
}
