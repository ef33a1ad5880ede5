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
 * The content of a page, inside `<main>`. Kinds that have parts which answer to the visitor say
 * themselves what is static, by a frame; all others are static as a whole.
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
  // The caller picks the component by the page's kind.
  const View = component as ComponentType<ViewProps> | undefined;
  if (page.kind === "tool")
    return adopted || !View ? <ToolFrame page={page} /> : <View page={page} />;
  return <Static>{() => View && <View page={page} {...(error && { error })} />}</Static>;
}
