/** Pauses the other audio players of a page when one starts. */
export const startOneSound = (): void =>
  document.addEventListener(
    "play",
    ({ target }) => {
      for (const other of document.querySelectorAll("audio")) if (other !== target) other.pause();
    },
    // The `play` event does not bubble.
    true,
  );
