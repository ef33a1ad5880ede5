/**
 * How many times longer journeys wait in continuous integration, where the machine may be shared with
 * other runs: a journey that passes takes no longer by it.
 */
export const SLOWNESS = process.env["CI"] ? 2.5 : 1;
