import Check from "lucide-react/icons/check";
import CircleSlash from "lucide-react/icons/circle-slash";
import Clock from "lucide-react/icons/clock";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import Unplug from "lucide-react/icons/unplug";
import css from "./queue.module.css";
import type { JobState } from "../../contract/job.ts";

const SIGNS = {
  queued: Clock,
  done: Check,
  failed: TriangleAlert,
  cancelled: CircleSlash,
  interrupted: Unplug,
} as const;

/** The state of a job as an icon; the text is beside it. */
export function JobSign({ state }: { readonly state: JobState }) {
  const Icon = state in SIGNS ? SIGNS[state as keyof typeof SIGNS] : Clock;
  return (
    <span className={css["sign"]} data-state={state}>
      <Icon size={20} aria-hidden="true" />
    </span>
  );
}
