import { OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import { timesOf } from "#audio/podcast/sound/episode.ts";
import type { SpeechFolders } from "#core/page/app-data.ts";
import { hostedVoices, listVoices, nameOfVoice } from "../../audio/voices/voices.ts";
import type { JobOutput, JobRun, JobRunner } from "../../contract/job-runner.ts";
import { createMemorySink } from "../../contract/sinks/memory-sink.ts";
import { drawCover } from "./result/cover.ts";
import {
  type SpokenEpisode,
  chaptersOf,
  sharedOf,
  subtitlesOf,
  transcriptOf,
} from "./result/episode-texts.ts";
import type { PodcastParams } from "./setup/setup.ts";
import type { Clip } from "../../audio/speech/clip-store.ts";
import { type WriteParams, writeHosted } from "./write/write-hosted.ts";
import { createLineSpeaker } from "./voice/speak-line.ts";

/** Part of the progress that is speaking, as measured by `bench/progress`. */
const SPEAKING = 0.4;

/** Speaks all lines that are not stored. */
async function speakAll({
  params,
  signal,
  defer,
  onProgress,
  hosted,
  usageId,
}: JobRun<PodcastParams>): Promise<Clip[]> {
  const { script, hosts, speech } = params;
  const speaker = createLineSpeaker(speech as unknown as SpeechFolders, {
    hosted,
    usageId: usageId ?? "",
    signal,
  });
  defer(() => speaker.close());
  const clips: Clip[] = [];
  // The progress of a line is weighted by its length.
  const all = script.lines.reduce((sum, { text }) => sum + text.length, 0);
  let spoken = 0;
  for (const { text, host } of script.lines) {
    onProgress({ done: (SPEAKING * spoken) / all, stage: "panel-podcast:stage.speaking" });
    spoken += text.length;
    clips.push(await speaker.speak({ text, language: script.language, persona: hosts[host] }));
    signal.throwIfAborted();
  }
  return clips;
}

const run: JobRunner<PodcastParams | WriteParams> = (job) =>
  "task" in job.params
    ? writeHosted(job as JobRun<WriteParams>)
    : makeEpisode(job as JobRun<PodcastParams>);
export default run;

/**
 * Speaks a script, mixes it with music, and writes it with chapters, cover, transcript and
 * subtitles.
 */
async function makeEpisode(job: JobRun<PodcastParams>): Promise<readonly JobOutput[]> {
  const { script, hosts, music } = job.params;
  const { title } = script;
  const clips = await speakAll(job);
  const episode = {
    title,
    music,
    lines: clips.map(({ samples, sampleRate }, at) => {
      const { host, chapter } = script.lines[at]!;
      return { host, samples, sampleRate, isChapter: at > 0 && chapter !== null };
    }),
  };
  const { sink, toBlob } = createMemorySink();
  const { lines: times, seconds } = timesOf(episode);
  const cover = await drawCover(title);
  await job.engine.run(
    {
      effect: null,
      file: { episode, cover: cover && { file: cover, mimeType: cover.type } },
      values: {},
      output: "mp3",
      chapters: chaptersOf({ script, times }),
    },
    {
      signal: job.signal,
      sink,
      onProgress: (done) =>
        job.onProgress({
          done: SPEAKING + (1 - SPEAKING) * (done ?? 0),
          stage: "panel-podcast:stage.mixing",
        }),
    },
  );
  const voices = [...(await listVoices()), ...hostedVoices(job.hosted)];
  const names = hosts.map((id) => nameOfVoice(voices, id)) as [string, string];
  const spoken: SpokenEpisode = { script, clips, times, seconds, names };
  const outputOf = (role: string, ending: string, type: string, part: BlobPart): JobOutput => ({
    kind: "blob",
    name: `${title}.${ending}`,
    blob: new Blob([part], { type }),
    role,
  });
  return [
    outputOf("episode", "mp3", OUTPUT_FORMATS.mp3.type, toBlob()),
    outputOf("transcript", "txt", "text/plain", transcriptOf(spoken)),
    outputOf("subtitles", "srt", "application/x-subrip", subtitlesOf(spoken)),
    outputOf("shared", "json", "application/json", JSON.stringify(sharedOf(spoken), null, 2)),
  ];
}
