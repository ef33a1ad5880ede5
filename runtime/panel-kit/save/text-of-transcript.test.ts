import { describe, expect, it } from "vitest";
import { writeJson } from "#core/transcript/save/texts.ts";
import type { Transcript } from "#core/transcript/transcript.ts";
import { nameToSave, sizeToSave } from "./saved-format.ts";
import { textOfTranscript } from "./text-of-transcript.ts";

const splitText = (text: string) =>
  [...text.matchAll(/\S+/g)].map(({ 0: word, index }, at) => ({
    start: index,
    end: index + word.length,
    from: at,
    to: at + 1,
  }));
const transcriptOf = (text: string): Transcript => ({
  language: "en",
  engine: "align",
  model: "",
  seconds: 9,
  speakers: ["Ada"],
  pauses: [],
  lines: [{ text, from: 0, to: 9, words: splitText(text), speaker: 0 }],
});

describe("a transcript saved from the queue", () => {
  it("TLS-7 TLS-1 is plain text, with the visitor's corrections and without what was cut", () => {
    const stored = transcriptOf("The train was late.");
    expect(textOfTranscript(writeJson(stored), null)).toBe("Ada: The train was late.\n");
    const [line] = transcriptOf("The train was very late.").lines;
    const words = line!.words.map((word, at) =>
      at === 3 ? { ...word, cut: true as const } : word,
    );
    const edited = { ...stored, lines: [{ ...line!, words }] };
    expect(textOfTranscript(writeJson(stored), edited)).toBe("Ada: The train was late.\n");
  });

  it("TLS-7 TLS-1 is named as text; other JSON and other transcripts keep their names", () => {
    const result = { name: "talk-transcript.json", type: "application/json", size: 6100 };
    expect(nameToSave({ ...result, role: "transcript" })).toBe("talk-transcript.txt");
    expect(sizeToSave({ ...result, role: "transcript" }).bytes).toBeNull();
    expect(nameToSave(result)).toBe("talk-transcript.json");
    const episode = { name: "episode.md", type: "text/markdown", size: 9, role: "transcript" };
    expect(nameToSave(episode)).toBe("episode.md");
  });

  it("TLS-7 TLS-1 that cannot be read is left as it is", () => {
    expect(textOfTranscript("{}", null)).toBeNull();
  });
});
