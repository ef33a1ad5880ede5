/** Height of a waveform, in CSS pixels. */
export const WAVEFORM_HEIGHT = 64;
/** Widest canvas that a waveform is drawn on, in pixels. */
export const MAX_CANVAS_WIDTH = 8000;

/** Characters that a text field takes. */
export const TEXT_LIMIT = 3000;
/** Pixels by which a growing text field is higher than its content. */
export const GROWN_BY = 10;

/** Pixels of the window's lower end that an element has to pass before it moves in. */
export const SCROLL_OFFSET = 120;
/** ms that it moves. */
export const SCROLL_DURATION = 400;
/** ms between two looks at where the page is scrolled to. */
export const SCROLL_THROTTLE = 99;
/** ms of rest after the page or the window has changed its size. */
export const SCROLL_DEBOUNCE = 50;
