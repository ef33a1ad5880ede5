import { type ReactNode, type ReactPortal, createContext, use } from "react";
import { createPortal } from "react-dom";

/**
 * Parts of the action bar in reading order: what a start costs or how far it is, secondary actions,
 * and the main action.
 */
export type BarRegion = "status" | "actions" | "primary";

/** The elements of the bar, which the stage renders; null where there is no bar. */
export const ActionBarContext = createContext<Readonly<Record<BarRegion, HTMLElement>> | null>(
  null,
);

/**
 * Renders its children in the bar at the foot of the stage, which never leaves the window; without
 * a bar, where it stands.
 */
export function InActionBar({
  region,
  children,
}: {
  readonly region: BarRegion;
  readonly children: ReactNode;
}): ReactNode | ReactPortal {
  const regions = use(ActionBarContext);
  return regions ? createPortal(children, regions[region]) : children;
}
