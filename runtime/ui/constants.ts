/** Height of a waveform, in CSS pixels. */
export const WAVEFORM_HEIGHT = 64;
/** Maximum width of a waveform's canvas, in pixels. */
export const MAX_CANVAS_WIDTH = 8000;

/** Maximum number of characters in a text field. */
export const TEXT_LIMIT = 3000;
/** Extra height of a growing text field beyond its content, in pixels. */
export const GROWN_BY = 10;

/** Distance in pixels from the bottom of the window at which an element starts to animate in. */
export const SCROLL_OFFSET = 120;
/** Duration of the animation in ms. */
export const SCROLL_DURATION = 400;
/** Minimum time between two checks of the scroll position, in ms. */
export const SCROLL_THROTTLE = 99;
/** Delay in ms after the last resize of the page or the window. */
export const SCROLL_DEBOUNCE = 50;
