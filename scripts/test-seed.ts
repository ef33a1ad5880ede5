import fc from "fast-check";

/**
 * A change lands or does not by what it is, not by what was drawn: `npm test` draws the same
 * examples every time. `npm run test:long` draws new ones, and prints the seed of one that fails,
 * to be given back as `TOOLKIT_SEED`.
 */
const given = process.env["TOOLKIT_SEED"];
if (given || !process.env["TOOLKIT_LONG"])
  fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(given ?? 20_261_121) });
