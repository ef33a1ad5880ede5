import type { CommandDeclaration } from "../command-kit/command.ts";

export default {
  name: "run",
  description: "Run a recipe, which is a chain of effects, on audio files.",
  arguments: [
    ["[recipe]", "a recipe file, or a link that contains a recipe"],
    ["[files...]", "audio or video files, folders, or patterns such as 'talks/*.mp3'"],
  ],
  options: [
    ["-o, --out <folder>", "folder for the results"],
    ["--format <format>", "as of `toolkit process` (default: the recipe's, or that of each input)"],
    ["--models <folder>", "folder of pulled models (default: that of `toolkit models pull`)"],
    ["--fit", "make results softer whose peaks would be clipped"],
    ["--force", "overwrite existing files, and process everything again"],
    ["--json", "print one object with findings and measurements of each step"],
  ],
  examples: [
    ["toolkit run talks.recipe.json talk.wav -o clean", "one file"],
    ["toolkit run talks.recipe.json recordings -o clean", "a folder with all that is below it"],
    ["toolkit run 'https://example.com/noise-remover#recipe=…' 'talks/*.mp3' -o clean", "a link"],
  ],
  notes:
    'The browser saves recipes as files and links; nothing is fetched from a link. A recipe is JSON:\n\n  {\n    "kind": "recipe", "version": 1, "name": "Talks",\n    "steps": [\n      { "effect": "denoise", "values": { "strength": 80 } },\n      { "effect": "volume", "values": { "mode": "loudness", "loudness": -16 } }\n    ],\n    "output": { "format": "mp3" }\n  }\n\nA step may have a `model`, as --engine of `toolkit process`. Formats are wav16, wav24, wav32f, flac, mp3, m4a,\nopus and vorbis. Each file is decoded and encoded once; between steps the sound stays in 32-bit floats, in a\ntemporary file beside the result. Run the same command again to continue: files that are finished are\nskipped, unless they or the steps of the recipe have changed.',
  load: async () => {
    const { default: runRecipe } = await import("../actions/run.ts");
    return (context, input) => runRecipe(context, input);
  },
} satisfies CommandDeclaration;
