interface ImportMeta {
  /** Defined by the bundler. */
  readonly env: { readonly MODE: "development" | "production" };
}
/**
 * The URL of a separately bundled module, for scopes that load their own modules, such as worklets.
 */
declare module "*?worker&url" {
  const url: string;
  export default url;
}
