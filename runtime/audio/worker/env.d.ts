/** Address of a file of a package. */
declare module "*?url" {
  const url: string;
  export default url;
}
/** The same, published compressed: `fetchUnpacked` reads it. */
declare module "*?packed" {
  const url: string;
  export default url;
}
