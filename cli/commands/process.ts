import type { CommandDeclaration } from "../command-kit/command.ts";

export default {
  name: "process",
  description: "Process audio files with the effects of the site's tools.",
  arguments: [
    ["[effect]", "id of the effect"],
    ["[files...]", "audio or video files; - is standard input"],
  ],
  options: [
    ["-o, --out <path>", "file or folder for the results; - is standard output"],
    [
      "--set <name=value>",
      "a parameter of the effect; may be given several times",
      { repeated: true },
    ],
    [
      "--format <format>",
      "wav, wav16, wav24, wav32f, flac, mp3, m4a, ogg (Vorbis), opus, mp4, mov, webm or mkv",
    ],
    ["--engine <name>", "built-in, or a studio model such as gtcrn", { default: "built-in" }],
    ["--models <folder>", "folder of pulled models (default: that of `toolkit models pull`)"],
    ["--copy", "trim MP3 without re-encoding; AAC, Opus and Vorbis by whole packets"],
    ["--fit", "make results softer whose peaks would be clipped"],
    ["--force", "overwrite existing files"],
    ["--list", "show the parameters of all effects, or of one"],
    ["--json", "print one object with findings and measurements"],
  ],
  examples: [
    ["toolkit process --list", "all effects with their parameters"],
    ["toolkit process denoise --help", "what an effect can be set to"],
    ["toolkit process denoise talk.wav -o clean.wav", "one file"],
    [
      "toolkit process denoise talk.wav -o clean.wav --engine deepfilternet3",
      "with a studio model",
    ],
    ["toolkit process volume a.mp3 b.mp3 -o louder --set gain=3.5", "several, into a folder"],
    ["toolkit process denoise talk.mp4 -o clean.mp4", "a video; its picture is copied"],
    ["toolkit process trim a.wav -o b.mp3 --set start=1.5 --set end=8", "another format"],
    ["toolkit process trim a.mp3 -o b.mp3 --copy --set end=8", "without loss"],
    ["toolkit process silence a.flac -o b.flac --set keep=7-8,12-13.5", "time ranges in seconds"],
    ["cat a.wav | toolkit process volume - -o - --set gain=3 | aplay", "from pipe to pipe"],
  ],
  notes:
    "Reads WAV, AIFF, FLAC, MP3, Vorbis and Opus, and, with ffmpeg installed,\nwhatever it reads: AAC, ALAC, WMA and more.\nWithout --format, a result has the format of its input; in a pipe, WAV. Tags and covers are kept\nwhere the format supports them; FLAC is written in 24 bits. The picture of a video is copied, never re-encoded; effects that\nchange the length write the audio only. Studio models remove noise (denoise, enhance) and\nreverb (reverb). They are downloaded once, by models/lock.json, if `toolkit models pull` has not brought them before.",
  explain: async (context, input) => {
    const { explainEffects } = await import("../audio/effects/list-effects.ts");
    return explainEffects(context, (input as { readonly effect?: string }).effect);
  },
  load: async () => {
    const { default: processFiles } = await import("../actions/process.ts");
    return (context, input) => processFiles(context, input);
  },
} satisfies CommandDeclaration;
