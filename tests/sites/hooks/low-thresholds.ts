// Lets the program think that every site is a large one: what LOW_THRESHOLDS says in JSON counts.
import { THRESHOLDS } from "#cli/build/shared/thresholds.ts";

Object.assign(THRESHOLDS, JSON.parse(process.env["LOW_THRESHOLDS"]!));
