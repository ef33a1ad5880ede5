/** Width of a digit, and padding of a time label, in CSS pixels. */
const DIGIT = 7;
const AROUND = 6;

/**
 * On which side of its mark a time on an axis stands, so that it is not cut off at the end: to the
 * right of it, to the left, or, where that one would touch the time before it, nowhere.
 * @param place CSS pixels from the beginning of the axis
 * @param room length of the axis, CSS pixels
 * @param apart CSS pixels between two marks
 */
export function markSide(
  text: string,
  {
    position,
    room,
    apart,
  }: { readonly position: number; readonly room: number; readonly apart: number },
): "left" | "right" | null {
  const width = text.length * DIGIT + AROUND;
  if (position + width <= room) return "right";
  return apart >= 2 * width && position >= width ? "left" : null;
}
