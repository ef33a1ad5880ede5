import type { CommandDeclaration } from "../command-kit/command.ts";

export default {
  name: "analyze",
  description: "Find tempo, bars and key of songs.",
  arguments: [["[files...]", "audio or video files"]],
  options: [["--json", "print one object with all beats"]],
  examples: [
    ["toolkit analyze song.mp3", "tempo, time signature and key"],
    ["toolkit analyze *.flac --json", "with the time of each beat"],
  ],
  notes:
    "A tempo may be found at half or twice the speed at which you would count it. For sound without\na beat, such as speech, the output says so.",
  load: async () => {
    const { default: analyzeFiles } = await import("../actions/analyze.ts");
    return (context, input) => analyzeFiles(context, input);
  },
} satisfies CommandDeclaration;
