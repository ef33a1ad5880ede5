import type { CommandDeclaration } from "../command-kit/command.ts";

export default {
  name: "separate",
  description: "Split songs into stems.",
  arguments: [["[files...]", "audio or video files"]],
  options: [
    ["-o, --out <folder>", "folder for the stems"],
    [
      "--preset <name>",
      "stems, instrumental, vocals, no-drums, no-bass, no-guitar, no-piano, no-lead or speech",
      { default: "stems" },
    ],
    ["--engine <name>", "built-in, or a studio model such as htdemucs", { default: "built-in" }],
    ["--models <folder>", "folder of pulled models (default: that of `toolkit models pull`)"],
    ["--format <format>", "wav, wav16, wav24, wav32f, flac, mp3, m4a, ogg (Vorbis) or opus"],
    ["--force", "overwrite existing files"],
    ["--json", "print one object with what was written"],
  ],
  examples: [
    ["toolkit separate song.mp3 -o stems", "vocals, drums, bass and other"],
    [
      "toolkit separate song.flac -o karaoke --preset instrumental",
      "the instrumental and the vocals",
    ],
    ["toolkit separate a.wav b.wav -o out --preset no-drums --format flac", "several songs"],
    [
      "toolkit separate song.mp3 -o stems --engine htdemucs",
      "with a studio model: slower and better",
    ],
  ],
  notes:
    "Writes <song>-<stem>.wav for each stem; their sum is the song. The built-in engine separates\nguitar and piano only in part, and lead vocals only if they are in the center of the mix.\nA studio model runs on this machine, with stereo stems of 44.1 kHz. It is downloaded once,\nby models/lock.json, if `toolkit models pull` has not brought it before.",
  load: async () => {
    const { default: separateFiles } = await import("../actions/separate.ts");
    return (context, input) => separateFiles(context, input);
  },
} satisfies CommandDeclaration;
