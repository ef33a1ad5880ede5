import type { CommandDeclaration } from "../command-kit/command.ts";

export default {
  name: "analyze",
  description: "Find tempo, bars, key and chords of songs, or score singing.",
  arguments: [["[files...]", "audio or video files"]],
  options: [
    ["--chart", "print a chord sheet in the ChordPro format for each song"],
    ["-o, --out <folder>", "folder for --midi, --musicxml and --ultrastar"],
    ["--midi", "write a MIDI file with tempo map, bars and chords, in time with the song"],
    ["--musicxml", "write a lead sheet in MusicXML"],
    ["--ultrastar", "write the sung notes as a song of UltraStar; the files are vocals"],
    [
      "--sung <file>",
      "score this singing against the one file, which has the original vocals alone",
    ],
    ["--lyrics <file>", "timed lyrics (LRC, SRT, VTT …) for --sung and --ultrastar"],
    ["--exact-octave", "score another octave as wrong"],
    ["--force", "replace existing files"],
    ["--json", "print one object with all beats and chords, or all scores"],
  ],
  examples: [
    ["toolkit analyze song.mp3", "tempo, time signature, key and the most frequent chords"],
    ["toolkit analyze song.mp3 --chart > song.cho", "chord sheet"],
    ["toolkit analyze *.flac -o charts --midi --musicxml", "files for a DAW and for notation"],
    ["toolkit analyze *.flac --json", "with the time of each beat and chord"],
    ["toolkit analyze vocals.flac --sung me.wav --lyrics song.lrc", "score of each line"],
    ["toolkit analyze vocals.flac -o game --ultrastar --lyrics song.lrc", "song for UltraStar"],
  ],
  notes:
    "A tempo may be found at half or twice the speed at which you would count it. For sound without\na beat, such as speech, the output says so. Chords are estimates: unusual ones are often named\nafter a simpler one that they contain.\n\nA score counts the pitch where the original has a voice: in full within 40 cents, nothing from\n200, with 50 ms of tolerance. Silence counts nothing, and 0 is what held notes earn on average.\nLevel, noise, a constant latency of up to 600 ms and, by default, the octave do not count.\n\nA song of UltraStar names the vocals as its audio: put the name of the whole song after #MP3, and\nits file beside it. Lyrics of two voices, as WebVTT names them, become a duet.",
  load: async () => {
    const { default: analyzeFiles } = await import("../actions/analyze.ts");
    return (context, input) => analyzeFiles(context, input);
  },
} satisfies CommandDeclaration;
