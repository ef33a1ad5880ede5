import type { Certainty, Content } from "#audio/description/classify.ts";
import { createDescriber } from "#audio/description/describe-sound.ts";
import type { WorkspaceTool } from "#core/page/app-data.ts";
import { suggestTools } from "#runtime/home-file/suggest-tools.ts";
import { type Kind, type MadeFile, RATE } from "./made-files.ts";

/** What the report has to say of a kind, and what it may say without a doubt. */
interface Truth {
  readonly content: Content;
  /** Presets, one of which must be suggested; empty if no suggestion is required. */
  readonly expected: readonly string[];
  readonly allowed: readonly string[];
}

const MUSIC = ["instrumental", "stems", "song"];
const speech = (expected: readonly string[], allowed = expected): Truth => ({
  content: "speech",
  expected,
  allowed,
});

const TRUTHS: Readonly<Record<Kind, Truth>> = {
  clean: speech([]),
  noise: speech(["denoise"], ["denoise", "enhance"]),
  several: speech(["enhance"], ["denoise", "enhance", "volume"]),
  room: speech(["reverb"]),
  echo: speech(["echo"]),
  clicks: speech(["clicks"]),
  breaths: speech(["breath"]),
  song: { content: "music", expected: ["instrumental"], allowed: MUSIC },
  instrumental: { content: "music", expected: ["instrumental"], allowed: MUSIC },
  "speech over music": { content: "mixed", expected: ["speech"], allowed: ["speech", ...MUSIC] },
};

const PRESETS =
  "denoise reverb echo silence clicks breath enhance volume speech instrumental stems song".split(
    " ",
  );
const TOOLS = PRESETS.map((preset): WorkspaceTool => ({
  slug: preset,
  name: preset,
  tagline: "",
  path: `/${preset}`,
  menu: "1",
  panel: "enhance",
  preset,
  cost: 1,
  group: "clean",
  available: true,
}));

export interface Judgement {
  readonly content: Content;
  readonly certainty: Certainty;
  /** Presets with how certain they are, the first first. */
  readonly suggested: readonly (readonly [preset: string, certainty: Certainty])[];
  /** Whether the content is right and the tool is among those that are suggested. */
  readonly isRight: boolean;
  /** What was said without a doubt and is not so. */
  readonly wronglySure: readonly string[];
}

/** What the report says of a file, beside what is so. */
export function judge({ kind, samples }: Pick<MadeFile, "kind" | "samples">): Judgement {
  const describer = createDescriber({ sampleRate: RATE, channels: 1 });
  for (let at = 0; at < samples.length; at += 4096)
    describer.push([samples.subarray(at, at + 4096)]);
  const sound = describer.finish();
  const suggested = suggestTools(sound, TOOLS).map(
    ({ tool, certainty }) => [tool.preset!, certainty] as const,
  );
  const truth = TRUTHS[kind];
  const isTool =
    truth.expected.length === 0
      ? suggested.every(([, certainty]) => certainty === "possible")
      : truth.expected.some((preset) => suggested.some(([own]) => own === preset));
  const isContentWrong = sound.content !== truth.content;
  return {
    content: sound.content,
    certainty: sound.contentCertainty,
    suggested,
    isRight: !isContentWrong && isTool,
    wronglySure: [
      ...(isContentWrong && sound.contentCertainty === "sure" ? [sound.content] : []),
      ...suggested.flatMap(([preset, certainty]) =>
        certainty === "sure" && !truth.allowed.includes(preset) ? [preset] : [],
      ),
    ],
  };
}
