/** URL of a package's file. */
declare module "*?url" {
  const url: string;
  export default url;
}
/** URL of a package's file, published compressed; `fetchUnpacked` reads it. */
declare module "*?packed" {
  const url: string;
  export default url;
}
