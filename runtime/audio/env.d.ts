interface ImportMeta {
  /** Filled in by the bundler. */
  glob<T>(pattern: readonly string[]): Readonly<Record<string, () => Promise<T>>>;
}
