/** Its own types are missing; `load-signalsmith.ts` says what is used of it. */
declare module "signalsmith-stretch" {
  const stretch: unknown;
  export default stretch;
}
