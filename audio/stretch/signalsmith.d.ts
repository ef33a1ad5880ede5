/** The package has no types; `load-signalsmith.ts` describes the used part. */
declare module "signalsmith-stretch" {
  const stretch: unknown;
  export default stretch;
}
