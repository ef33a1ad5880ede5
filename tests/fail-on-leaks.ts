// A file that leaves something behind in the worker fails, rather than one of those after it.
import { afterAll } from "vitest";
import { stateOfWorker, takeLeaks, watchIntervals } from "./leaks.ts";

watchIntervals();
const before = stateOfWorker();

// Runs after the hooks of the file itself, which are registered later.
afterAll(async () => {
  const leaks = await takeLeaks(before);
  if (leaks.length > 0)
    throw new Error(`Left behind for the test files that follow: ${leaks.join("; ")}`);
});
