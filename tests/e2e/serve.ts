import { type Preview, type PreviewOptions, startPreview } from "#cli/preview/serve.ts";

/**
 * Serves a built site on a port of its own, as `toolkit preview` does.
 * @param api answers what is no file
 */
export const serveSite = (
  root: string,
  { api, trailingSlash = false, port = 0 }: Partial<PreviewOptions> = {},
): Promise<Preview> =>
  startPreview({
    root,
    trailingSlash,
    port,
    api: (request, response) => {
      // Compressing a whole site takes longer than most tests.
      request.headers["accept-encoding"] = "identity";
      return api?.(request, response) ?? false;
    },
  });
