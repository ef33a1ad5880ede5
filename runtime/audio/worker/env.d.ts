/** Address of a file of a package. */
declare module "*?url" {
  const url: string;
  export default url;
}
