import type { CommandDeclaration } from "../command-kit/command.ts";

export default {
  name: "transcribe",
  description: "Write transcripts of recordings.",
  arguments: [["[files...]", "audio or video files, folders, or patterns such as 'talks/*.mp3'"]],
  options: [
    ["-o, --out <folder>", "folder for the transcripts"],
    ["--language <code>", "what is spoken, such as en or de (default: detected)"],
    [
      "--engine <id>",
      "a speech model (default: moonshine-tiny-en for English, whisper-base for all others)",
    ],
    [
      "--terms <text>",
      "names and technical terms that are spoken, as they are spelled; Whisper models only",
    ],
    ["--speakers [count]", "find out who speaks; with the number of speakers if it is known"],
    ["--models <folder>", "folder of pulled models (default: that of `toolkit models pull`)"],
    ["--formats <list>", "txt, docx, srt, vtt, md, lrc, json", { default: "all" }],
    ["--force", "overwrite existing files, and transcribe everything again"],
    ["--json", "print one object with what was written"],
  ],
  examples: [
    ["toolkit transcribe talk.mp3 -o texts --language en", "all formats"],
    ["toolkit transcribe talk.mp4 -o texts --formats srt,vtt", "subtitles"],
    ["toolkit transcribe meeting.mp3 -o texts --speakers 4", "who speaks: four people"],
    ['toolkit transcribe talk.mp3 -o texts --language de --terms "Grieg, Hörsaal"', "spelling"],
    ["toolkit transcribe recordings -o texts", "a folder with all that is below it"],
    ["toolkit transcribe call.wav -o texts --engine whisper-small", "slower and better"],
  ],
  notes:
    "Everything runs on this machine. A model that is not here yet is downloaded once, by models/lock.json.\nRun the same command again to continue: recordings whose transcripts are finished are skipped, unless\nthe recording, the model, --language, --terms or --speakers has changed. Words have times and a confidence in json.",
  load: async () => {
    const { default: transcribeFiles } = await import("../actions/transcribe.ts");
    return (context, input) => transcribeFiles(context, input);
  },
} satisfies CommandDeclaration;
