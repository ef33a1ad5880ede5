import { type ComponentType, use } from "react";
import type { Page } from "#core/page/page.ts";
import type { PageComponent, RouteError } from "../router/state.ts";
import { AdoptedContext, Static } from "./Static.tsx";
import { ToolFrame } from "./ToolFrame.tsx";

interface ViewProps {
  readonly page: Page;
  readonly error?: RouteError;
}

/**
 * The content of a page, inside `<main>`. Page kinds with interactive parts mark their static parts
 * themselves, with a frame; all other kinds are static as a whole.
 */
export function PageView({
  page,
  component,
  error,
}: ViewProps & {
  /** Absent while the page is adopted. */
  readonly component: PageComponent | undefined;
}) {
  const adopted = use(AdoptedContext);
  // The caller chooses the component that matches the page's kind.
  const View = component as ComponentType<ViewProps> | undefined;
  if (page.kind === "tool") return adopted || !View ? <ToolFrame /> : <View page={page} />;
  return <Static>{() => View && <View page={page} {...(error && { error })} />}</Static>;
}
