import { lazy, Suspense, useState } from "react";
import { useWorkspace } from "../../contract/context.ts";
import type { SteadyJob } from "../../contract/job.ts";
import { readRated } from "./rated-tools.ts";

/** Loaded with the first result. */
const RatingForm = lazy(() =>
  // If the form cannot be loaded, no rating is requested.
  import("./RatingForm.tsx").then(
    ({ RatingForm: form }) => ({ default: form }),
    () => ({ default: () => null }),
  ),
);

/** Asks once for a rating of a tool that has produced a result. */
export function RatingRequest({ jobs }: { readonly jobs: readonly SteadyJob[] }) {
  const { storage } = useWorkspace();
  const [rated] = useState(() => readRated(storage));
  const tool = jobs.findLast(
    ({ state, own, unchanged, results }) =>
      state === "done" && own && unchanged === null && results.length > 0,
  )?.tool;
  if (tool === undefined || rated.includes(tool)) return null;
  return (
    <Suspense>
      <RatingForm key={tool} tool={tool} />
    </Suspense>
  );
}
