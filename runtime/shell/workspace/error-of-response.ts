import { envelope } from "#core/api/contract/call.ts";
import { ApiError } from "../../services/api/api-error.ts";

/** The error of an unsuccessful response. */
export async function errorOfResponse(response: Response): Promise<ApiError> {
  const { status, headers } = response;
  const parsed = envelope.safeParse(await response.json().catch(() => null));
  const seconds = Number(headers.get("Retry-After"));
  return new ApiError(parsed.data?.message ?? "", {
    status,
    ...(parsed.data && { code: parsed.data.code, key: parsed.data.key ?? null }),
    retryAfter: seconds > 0 ? seconds : null,
  });
}
