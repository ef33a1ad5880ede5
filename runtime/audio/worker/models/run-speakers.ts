import type { AudioSource } from "#audio/media/audio-source.ts";
import type { NetSession } from "#audio/nets/net-session.ts";
import { convertBlocks } from "#audio/nets/studio/convert-blocks.ts";
import { verifyNet, WrongNetError } from "#audio/nets/studio/verify-net.ts";
import { type Diarization, findSpeakers } from "#audio/speakers/find-speakers.ts";
import { createEmbeddingNet, createSegmentationNet } from "#audio/speakers/speaker-nets.ts";
import { measureTestSegments, measureTestVoice } from "#audio/speakers/speaker-self-test.ts";
import type { SpeakerSegmentsForm, VoiceEmbeddingForm } from "#core/models/forms.ts";
import { MediaFault } from "#audio/tasks/media-fault.ts";
import type { StoredModel } from "#audio/tasks/task.ts";
import type { TaskContext } from "../protocol.ts";
import type { Sound } from "../sounds.ts";
import { processorName, verdictsOf } from "./devices.ts";
import { fileOf, openWith } from "./open-studio-model.ts";
import { threadsHere } from "./threads-here.ts";

/** Finds the speakers of a recording with models on the device. */
export interface FindSpeakersRequest {
  readonly file: Sound;
  /** A model of the form `speaker-segments`. */
  readonly segmentation: StoredModel;
  /** A model of the form `voice-embedding`. */
  readonly embedding: StoredModel;
  /** Number of speakers; null if it has to be found. */
  readonly count: number | null;
}

/** Opens a graph on the processor: windows are short, and their number of voices varies. */
async function openVerified(
  model: StoredModel,
  measure: (session: NetSession) => Promise<readonly number[]>,
): Promise<NetSession> {
  const threads = threadsHere();
  const sha256 = fileOf(model, "graph");
  const session = await openWith("wasm", sha256, threads);
  try {
    await verifyNet({
      measure: () => measure(session),
      expected: null,
      isSame: () => true,
      verdicts: verdictsOf(sha256),
      device: processorName(threads),
      now: () => performance.now(),
    });
    return session;
  } catch (error) {
    await session.close();
    throw error instanceof WrongNetError ? new MediaFault("model.wrong", {}, error) : error;
  }
}

/** @throws {MediaFault} model.wrong if a model fails the test signal on this device */
export async function runFindSpeakers(
  request: FindSpeakersRequest,
  source: AudioSource,
  { onProgress }: TaskContext<never>,
): Promise<Diarization> {
  const segmentsForm = request.segmentation.form as SpeakerSegmentsForm;
  const voiceForm = request.embedding.form as VoiceEmbeddingForm;
  onProgress(0, "loading");
  const segmentation = createSegmentationNet(
    await openVerified(request.segmentation, (net) => measureTestSegments(net, segmentsForm)),
    segmentsForm,
  );
  try {
    const embedding = createEmbeddingNet(
      await openVerified(request.embedding, (net) => measureTestVoice(net, voiceForm)),
      voiceForm,
    );
    try {
      const to = { sampleRate: segmentsForm.sampleRate, channels: 1 } as const;
      const blocks = convertBlocks(source.blocks(), source.format, to);
      return await findSpeakers({ segmentation, embedding }, blocks, {
        count: request.count,
        onProgress: (seconds) => onProgress(Math.min(1, seconds / source.duration), "working"),
      });
    } finally {
      await embedding.close();
    }
  } finally {
    await segmentation.close();
  }
}
