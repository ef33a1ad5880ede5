import { ToolkitError } from "#core/errors/errors.ts";
import type { Page } from "#core/page/page.ts";
import { thrownLocation } from "../bundle/thrown-location.ts";

interface Rendering {
  readonly page: Pick<Page, "path">;
  /** The page's content file, whose data its component received. */
  readonly file: string | undefined;
  /** Path of the server bundle. */
  readonly bundle: string;
  readonly root: string;
}

/**
 * An error thrown by a page's component, located in the component's code, or else in the page's
 * content.
 */
export function pageFailure(error: unknown, { page, file, bundle, root }: Rendering): ToolkitError {
  const thrownAt = thrownLocation(error, bundle, root);
  const location = thrownAt ?? (file === undefined ? undefined : { file });
  return new ToolkitError(
    "PAGE_FAILED",
    {
      path: page.path,
      detail: error instanceof Error ? error.message : String(error),
      ...(thrownAt && file !== undefined && { file }),
    },
    { cause: error, ...(location && { location }) },
  );
}
