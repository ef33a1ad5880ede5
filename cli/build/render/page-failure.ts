import { ToolkitError } from "#core/errors/errors.ts";
import type { Page } from "#core/page/page.ts";
import { thrownPlace } from "../bundle/thrown-place.ts";

interface Rendering {
  readonly page: Pick<Page, "path">;
  /** The page's content, which its component was given. */
  readonly file: string | undefined;
  /** File of the server bundle. */
  readonly bundle: string;
  readonly root: string;
}

/** What a page's component threw, at the place in the component's code; else at the page's content. */
export function pageFailure(error: unknown, { page, file, bundle, root }: Rendering): ToolkitError {
  const place = thrownPlace(error, bundle, root);
  const location = place ?? (file === undefined ? undefined : { file });
  return new ToolkitError(
    "PAGE_FAILED",
    {
      path: page.path,
      detail: error instanceof Error ? error.message : String(error),
      ...(place && file !== undefined && { file }),
    },
    { cause: error, ...(location && { location }) },
  );
}
