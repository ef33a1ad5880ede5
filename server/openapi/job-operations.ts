import { BYTES, inPath, RANGE, refused, response, TEXT } from "./operation-parts.ts";
import type { Json } from "./shapes.ts";

/** Operations of jobs without an envelope. */
export const JOB_OPERATIONS: Readonly<Record<string, Json>> = {
  "GET /audio/api/v1/job/events": {
    operationId: "streamJobEvents",
    summary: "Changes of one's own jobs, as server-sent events.",
    description:
      "The data of each event is a job as `getJob` returns it. The stream ends after some minutes.",
    security: [{ token: [] }],
    parameters: [
      {
        name: "Last-Event-ID",
        in: "header",
        required: false,
        description: "Begins with the jobs that have changed since this event",
        schema: { type: "string" },
      },
    ],
    responses: {
      200: response("Events `job`", { "text/event-stream": TEXT }),
      ...refused("not_signed_in", "not_found"),
    },
  },
  "GET /audio/api/v1/job/result/{id}/{output}": {
    operationId: "getJobResult",
    summary: "A file that a job has made, or a part of it.",
    security: [{ token: [] }],
    description:
      "The outputs of a job are in its `result`. The output `facts` is JSON with measurements of the others.",
    parameters: [inPath("id", "Id of the job"), inPath("output", "Name of the output"), RANGE],
    responses: {
      200: response("All of it, to be saved", { "application/octet-stream": BYTES }),
      206: response("A part of it", { "application/octet-stream": BYTES }),
      416: response("The range is outside of the file", { "application/octet-stream": BYTES }),
      ...refused("not_signed_in", "not_found"),
    },
  },
};
