import { lazy, Suspense, useState } from "react";
import { useStore } from "zustand";
import { useWorkspace } from "../../contract/context.ts";
import type { SteadyJob } from "../../contract/job.ts";
import { readRated } from "./rated-tools.ts";
import { triedResults } from "./tried-results.ts";

/** Loaded with the first result. */
const RatingForm = lazy(() =>
  // If the form cannot be loaded, no rating is requested.
  import("./RatingForm.tsx").then(
    ({ RatingForm: form }) => ({ default: form }),
    () => ({ default: () => null }),
  ),
);

/** Asks once for a rating of a tool whose result was saved or listened to. */
export function RatingRequest({ jobs }: { readonly jobs: readonly SteadyJob[] }) {
  const { storage } = useWorkspace();
  const [rated] = useState(() => readRated(storage));
  const job = jobs.findLast(
    ({ state, own, unchanged, results }) =>
      state === "done" && own && unchanged === null && results.length > 0,
  );
  const tool = job?.tool ?? "";
  const triedAt = useStore(triedResults, (times) => times[tool] ?? 0);
  if (!job || triedAt < (job.ended ?? 0) || rated.includes(tool)) return null;
  return (
    <Suspense>
      <RatingForm key={tool} tool={tool} />
    </Suspense>
  );
}
