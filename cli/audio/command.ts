import type { Context } from "../context.ts";
import type { AddCommand } from "../help.ts";
import { examples } from "../help.ts";
import type { ExitCode } from "../run.ts";

const collect = (value: string, earlier: readonly string[] = []): readonly string[] => [
  ...earlier,
  value,
];

/** `toolkit process` */
export function addProcess(
  context: Context,
  exit: (code: ExitCode) => void,
  command: AddCommand,
): void {
  command("process", "Work on sound files: the effects of the site's tools.")
    .argument("[effect]", "what to do")
    .argument("[files...]", "sound or video files; - is standard input")
    .option("-o, --out <path>", "file or folder for the results; - is standard output")
    .option("--set <name=value>", "a parameter of the effect; may be given several times", collect)
    .option("--format <format>", "wav, wav16, wav24, wav32f, flac, mp3, m4a, ogg (Vorbis) or opus")
    .option("--copy", "trim MP3 without encoding it anew; AAC, Opus and Vorbis by whole packets")
    .option("--force", "overwrite what exists")
    .option("--list", "show the effects, or one effect's parameters")
    .option("--json", "print one object with what was found and measured")
    .addHelpText(
      "after",
      examples(
        ["toolkit process --list", "all effects"],
        ["toolkit process denoise talk.wav -o clean.wav", "one file"],
        ["toolkit process volume a.mp3 b.mp3 -o louder --set gain=3.5", "several, into a folder"],
        ["toolkit process trim a.wav -o b.mp3 --set start=1.5 --set end=8", "another format"],
        ["toolkit process trim a.mp3 -o b.mp3 --copy --set end=8", "nothing is lost"],
        [
          "toolkit process silence a.flac -o b.flac --set keep=7-8,12-13.5",
          "stretches of time in s",
        ],
        ["cat a.wav | toolkit process volume - -o - --set gain=3 | aplay", "from pipe to pipe"],
      ) +
        "\nReads WAV, AIFF, FLAC, MP3, Vorbis and Opus, and where ffmpeg is installed all that this\nreads: AAC, ALAC, WMA and more.\nA result without a format of its own has that of its input, in a pipe WAV. Tags and covers are kept where\nthe format has a place for them.\n",
    )
    .action(async (effect: string | undefined, files: string[], options: object) => {
      const { default: run } = await import("../commands/process.ts");
      exit(await run(context, { ...options, effect, files }));
    });
}
