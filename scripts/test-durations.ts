// Writes the default order of test files from the durations of the last runs on this machine.
import { writeDefaultDurations } from "#tests/test-durations.ts";

writeDefaultDurations();
