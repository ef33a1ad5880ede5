// A process for hosted-calls.test.ts to kill during a call of a hosted model that never responds.
// Arguments: database settings as JSON, id of a session, request of `translateHosted` as JSON, key.
import fs from "node:fs";
import type { RequestOf } from "#core/api/contract/call.ts";
import { translateHosted } from "#core/api/hosted/translate-hosted.ts";
import type { DatabaseSettings } from "../db/db.ts";
import { createTestServer } from "./test-server.ts";

const [settings = "", token = "", request = "", key = ""] = process.argv.slice(2);
const server = await createTestServer(JSON.parse(settings) as DatabaseSettings, {
  hosted: {
    transcription: null,
    speech: null,
    chat: {
      languages: [],
      complete: () => {
        fs.writeSync(1, "asked\n");
        // Keeps the process running.
        return new Promise((resolve) => setTimeout(resolve, 600_000));
      },
    },
  },
});
const parsed = JSON.parse(request) as RequestOf<typeof translateHosted>;
const { status, key: fault } = await server.call(translateHosted, parsed, { token, key });
throw new Error(`It ended: ${status} ${fault}`);
