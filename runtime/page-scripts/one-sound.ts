/** Of the browser's players on a page one is heard at a time. */
export const startOneSound = (): void =>
  document.addEventListener(
    "play",
    ({ target }) => {
      for (const other of document.querySelectorAll("audio")) if (other !== target) other.pause();
    },
    // It does not bubble.
    true,
  );
