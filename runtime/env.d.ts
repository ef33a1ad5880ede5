interface ImportMeta {
  /** Filled in by the bundler. */
  readonly env: { readonly MODE: "development" | "production" };
}
