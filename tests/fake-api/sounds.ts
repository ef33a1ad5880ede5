import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { uploadPodcastAudio } from "#core/api/podcasts/upload-podcast-audio.ts";
import { readBytes } from "./body.ts";
import { refused, sendJson, success } from "./outcome.ts";
import { FakeApiError } from "./fake-api-error.ts";
import { visitOf } from "./route.ts";
import type { World } from "./world.ts";

const LIMIT = 32 * 1024 * 1024;
const FOLDER = "/fake-audio/";

/** Stores and serves the audio of a podcast. Returns false if it does not handle the request. */
export async function answerSound(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  world: World,
): Promise<boolean> {
  const { method, headers } = request;
  if (method === "GET" && url.pathname.startsWith(FOLDER)) {
    const sound = world.sounds.get(url.pathname.slice(FOLDER.length));
    if (!sound) response.writeHead(404).end();
    else response.writeHead(200, { "Content-Type": sound.type }).end(sound.body);
    return true;
  }
  if (method !== uploadPodcastAudio.method || url.pathname !== uploadPodcastAudio.path)
    return false;
  try {
    const body = await readBytes(request, LIMIT);
    visitOf(world, headers.authorization ?? null, url.origin).account();
    const type = headers["content-type"] ?? "";
    if (!type.startsWith("audio/") || body.length === 0) throw new FakeApiError("invalid_request");
    const id = randomUUID();
    world.sounds.set(id, { type, body });
    sendJson(response, success({ audio_url: `${url.origin}${FOLDER}${id}` }));
  } catch (error) {
    if (!(error instanceof FakeApiError)) throw error;
    sendJson(response, refused(error));
  }
  return true;
}
