interface ImportMeta {
  /** Filled in by the bundler. */
  readonly env: { readonly MODE: "development" | "production" };
}
/** The address of a module that is bundled by itself, for places that have modules of their own. */
declare module "*?worker&url" {
  const url: string;
  export default url;
}
