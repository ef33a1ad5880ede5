import { transcribeHosted } from "../../core/api/hosted/transcribe-hosted.ts";
import { PIECE_LIMIT, transcribePiece } from "../hosted/transcribe-piece.ts";
import { successResponse } from "../http/api-response.ts";
import type { RawRoute } from "../http/route.ts";
import { authenticate } from "../http/route.ts";

export const HOSTED_RAW_ROUTES: readonly RawRoute[] = [
  {
    call: transcribeHosted,
    limit: PIECE_LIMIT,
    answer: async (context) => {
      const { body } = successResponse(await transcribePiece(await authenticate(context)));
      return new Response(body, { headers: { "Content-Type": "application/json; charset=utf-8" } });
    },
  },
];
