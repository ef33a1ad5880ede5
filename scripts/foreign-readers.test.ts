import fs from "node:fs";
import path from "node:path";
import { parseAst } from "vite";
import { describe, expect, it } from "vitest";
import { resolveImport } from "./import-graph.ts";

const ROOT = path.join(import.meta.dirname, "..");
/** Folders whose readers are looked for. */
const ROOMS = ["server", "core", "runtime", "cli", "audio"];
/** Names of parameters that hold untrusted text. */
const TEXT =
  /^(text|html|xml|json|markup|source|raw|tag|body|complaint|document|playlist|written|comment|yaml|markdown)$/;
/** Types of a first parameter that holds bytes: those of a file, or what reads them. */
const BYTES = /^(Uint8Array|Buffer|DataView|ReadBytes)$/;
/**
 * Functions with such a parameter that read no text or bytes of strangers, or cannot be slow, by their files,
 * by the reason.
 *
 * Two readers of bytes are third-party and not ours to mend: `unpdf` (PDF) and mediabunny (the demuxers of
 * sound and video). They run in workers that can be canceled; that of documents ends after two minutes.
 */
const EXEMPT_BY_REASON: Readonly<Record<string, readonly string[]>> = {
  "a number that the database writes": ["server/db/open-postgres.ts parseInteger"],
  "looks at no character of it": [
    "audio/podcast/script/script.ts estimateSeconds",
    "cli/dev/answer.ts html",
    "cli/terminal/layout/line.ts line",
    "runtime/audio/waveform/mark-side.ts markSide",
    "runtime/i18n/isolate.ts isolate",
    "audio/media/bytes/read-bytes.ts viewOf",
    "audio/media/bytes/read-chunks.ts readChunks",
    "audio/media/pcm/pcm.ts pcmFile",
  ],
  "looks at a header of a fixed or stated length, once": [
    "audio/media/bytes/read-bytes.ts textAt",
    "audio/media/codecs/flac-decoder.ts flacHeaderChecksum",
    "audio/media/codecs/flac-decoder.ts readFlacInfo",
    "audio/media/codecs/flac-rate.ts setStreamRate",
    "audio/media/codecs/opus-gain.ts opusGain",
    "audio/media/containers/ebml.ts isUnknownSize",
    "audio/media/containers/ebml.ts elementAt",
    "audio/media/containers/ebml.ts numberAt",
    "audio/media/containers/ogg-links.ts isOgg",
    "audio/media/containers/ogg-page.ts granuleOf",
    "audio/media/containers/ogg-page.ts isPageAt",
    "audio/media/containers/ogg-page.ts isSealed",
    "audio/media/containers/ogg-page.ts pageLength",
    "audio/media/containers/ogg-page.ts sequenceOf",
    "audio/media/containers/ogg-page.ts serialOf",
    "audio/media/containers/ogg-page.ts wholePackets",
    "audio/media/containers/riff-chunks.ts isChunk",
    "audio/media/containers/sniff.ts isAiff",
    "audio/media/containers/sniff.ts isMatroska",
    "audio/media/hls/adts-frames.ts formatAt",
    "audio/media/hls/adts-frames.ts formatOfConfig",
    "audio/media/mp3/mp3-frames.ts mp3FrameAt",
    "audio/media/mp3/mp3-frames.ts mp3KindOf",
    "audio/media/mp3/mp3-frames.ts sideInfoSize",
    "audio/media/mp3/mp3-gaps.ts id3Size",
    "audio/media/mp3/mp3-gaps.ts readMp3Gaps",
    "audio/media/mp3/mp3-info.ts emptyMp3Frame",
    "audio/media/mp3/mp3-info.ts mp3InfoFrame",
    "audio/media/mp3/mp3-parts.ts withMainDataBegin",
    "audio/media/mp3/mp3-parts.ts mainDataBegin",
    "audio/media/mp3/mp3-parts.ts maxReservoir",
    "audio/media/mp3/mp3-parts.ts mutedMp3Frame",
    "audio/media/pcm/wav.ts isWav",
    "server/hosted/wav-seconds.ts cutWav",
    "server/hosted/wav-seconds.ts wavSeconds",
    "server/download/pages/decode-page.ts markedEncoding",
    "server/podcasts/audio-types.ts isAudio",
  ],
  "converts every byte or sample once": [
    "audio/media/codecs/flac-decoder.ts decodeFlacFrame",
    "audio/media/codecs/flac-decoder.ts flacChecksum",
    "audio/media/codecs/flac-frames.ts findFlacFrames",
    "audio/media/codecs/flac-rate.ts setFrameRate",
    "audio/media/mp3/plain-mp3.ts framesFrom",
    "audio/media/mp3/plain-mp3.ts readPlainMp3",
    "audio/media/pcm/pcm.ts unpackPcm",
    "core/crypto/sha256.ts sha256",
    "core/lyrics/cdg/encode-tile.ts encodeTile",
    "runtime/panels/editor/edit/project-file/crc32.ts crc32",
    "runtime/remote/hex.ts hex",
    "server/files/frames.ts decryptFrame",
    "server/files/frames.ts encryptPart",
  ],
  "bytes that this program or its encoders have made": [
    "audio/encoding/base64.ts toBase64",
    "audio/media/containers/ogg-page.ts sealPage",
    "audio/media/hls/frame-table.ts describeTrack",
    "audio/media/hls/frame-table.ts scaleOf",
    "audio/media/mp3/lame/lame.ts compileLame",
    "audio/media/mp3/mp3-parts.ts partsOfMp3",
    "audio/media/tags/chapters/id3-chapters.ts addId3Chapters",
    "audio/media/tags/chapters/mp4-chapters.ts addChapters",
    "audio/media/tags/vorbis-tags.ts vendorOf",
    "audio/signal/sample-kernel.ts unpackShorts",
    "audio/visual/onsets.ts findOnsets",
    "server/accounts/totp.ts base32",
    "server/accounts/totp.ts codeOf",
    "server/accounts/totp.ts findStep",
    "server/payments/stripe/signature.ts sign",
  ],
  "read only when the payment provider has signed it": [
    "server/payments/stripe/events.ts readStripeEvent",
    "server/payments/stripe/signature.ts checkSignature",
  ],
  "a third-party reader, in a worker that is ended after two minutes": [
    "runtime/documents/read-pdf.ts readPdf",
  ],
  "a constant of the program": [
    "audio/restoration/mix/read-layers.ts readLayers",
    "runtime/contract/shortcuts/combo.ts parseCombo",
  ],
  "files of a model, whose bytes models/lock.json fixes": [
    "audio/nets/speaking/kokoro.ts readKokoroVocabulary",
    "audio/nets/speaking/phoneme-lengths.ts withPhonemeLengths",
    "audio/nets/speaking/piper.ts readPiperConfig",
    "cli/audio/nets/node-session.ts openNodeSession",
    "audio/nets/studio/moonshine-tokens.ts readVocabulary",
    "audio/nets/studio/whisper-tokens.ts readWhisperVocabulary",
    "cli/models/word-errors.ts wordsOf",
  ],
  "speaks each phrase as it is read; its words are those of splitWords": [
    "audio/speech/phrases.ts readPhrases",
  ],
  "typed by the person who runs the command": [
    "cli/account/api-address.ts parseApiAddress",
    "cli/account/ask.ts isCode",
    "cli/account/ask.ts isEmail",
    "cli/account/open-address.ts parseWebAddress",
    "cli/account/profiles.ts parseProfileName",
    "cli/preview/listen.ts parsePort",
  ],
  "shown in a terminal, after cleanText has cut it": [
    "cli/terminal/layout/line.ts wrapText",
    "cli/text/display-width.ts displayWidth",
    "cli/text/display-width.ts fit",
    "cli/text/display-width.ts frontOf",
    "cli/text/display-width.ts truncate",
  ],
  "files of the site itself, which its owner keeps and runs": [
    "cli/build/load/config-location.ts locationInConfig",
    "cli/build/load/config-location.ts locationOfFailure",
    "cli/build/render/image/lines.ts splitSegments",
    "cli/build/render/image/lines.ts setTitle",
    "cli/build/render/image/shape.ts shapeLine",
    "cli/build/render/image/shape.ts undrawable",
    "cli/build/render/image/woff2-glyphs.ts readGlyphs",
    "cli/build/render/image/woff2.ts unpackWoff2",
    "cli/build/render/rename-assets.ts renameAssets",
    "cli/check/fix.ts applyEdits",
    "cli/check/messages/messages-forms.ts holdsPlaceholders",
    "cli/check/messages/messages-length.ts columnsOf",
    "cli/check/locate-findings.ts positionOf",
    "cli/files/field-locations.ts fieldLocations",
    "cli/files/field-locations.ts linesOf",
    "cli/glossary/find-avoided.ts compile",
    "cli/glossary/find-punctuation.ts findPunctuation",
    "cli/glossary/find-typography.ts findTypography",
    "cli/locales/stamp-text.ts stampText",
    "cli/locales/unchanged.ts messagesIn",
    "cli/locales/unchanged.ts sectionsIn",
    "cli/new/config-list.ts addToList",
    "cli/new/config-list.ts listElements",
    "cli/new/stubs.ts isStub",
    "cli/preview/rules/path-pattern.ts compilePattern",
    "cli/rename/config-text.ts moveInConfig",
    "cli/rename/move-text.ts moveLinks",
    "cli/rename/move-text.ts moveWord",
  ],
};
const EXEMPT = new Set(Object.values(EXEMPT_BY_REASON).flat());

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const filesIn = (folder: string): readonly string[] =>
  fs
    .readdirSync(path.join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join(folder, file.replaceAll("\\", "/")))
    .filter((file) => /(?<!\.d)\.tsx?$/.test(file) && !/\/(\.tsc|testing)\//.test(file));

const parse = (file: string, source: string): readonly Node[] =>
  parseAst(source, { lang: file.endsWith("x") ? "tsx" : "ts" }).body as unknown as Node[];

/** Names of exported functions whose first parameter is such a text, or bytes. */
function readersOf(file: string, source: string): readonly string[] {
  const isReader = (fn: Node | null | undefined): boolean => {
    if (!fn || !/Function/.test(fn.type)) return false;
    const [first] = fn["params"] as Node[];
    const type = (first?.["typeAnnotation"] as Node | undefined)?.["typeAnnotation"] as Node;
    if (type?.type === "TSTypeReference")
      return BYTES.test(String((type["typeName"] as Node)["name"]));
    return type?.type === "TSStringKeyword" && TEXT.test(String(first!["name"]));
  };
  return parse(file, source).flatMap((statement) => {
    if (statement.type !== "ExportNamedDeclaration") return [];
    const declaration = statement["declaration"] as Node | null;
    const made =
      declaration?.type === "VariableDeclaration"
        ? (declaration["declarations"] as Node[]).map((one) => [one["id"], one["init"]])
        : [[declaration?.["id"], declaration]];
    return made
      .filter(([, fn]) => isReader(fn as Node | null))
      .map(([id]) => String((id as Node)["name"]));
  });
}

/** What tests that measure growth import, as `file name`. */
function measuredIn(file: string, source: string): readonly string[] {
  if (!source.includes("tests/growth/expect-linear-time.ts")) return [];
  return parse(file, source).flatMap((statement) => {
    if (statement.type !== "ImportDeclaration") return [];
    const from = String((statement["source"] as Node)["value"]);
    const target = resolveImport(file, from);
    return (statement["specifiers"] as Node[]).map(
      (one) => `${target} ${String((one["imported"] as Node | undefined)?.["name"])}`,
    );
  });
}

describe("readers of text and bytes that others wrote", () => {
  const sources = new Map(
    ROOMS.flatMap(filesIn).map((file) => [file, fs.readFileSync(path.join(ROOT, file), "utf8")]),
  );
  const measured = new Set([...sources].flatMap(([file, source]) => measuredIn(file, source)));
  const readers = [...sources]
    .filter(([file]) => !/\.test\.tsx?$/.test(file))
    .flatMap(([file, source]) => readersOf(file, source).map((name) => `${file} ${name}`));

  it("are found by their parameters", () => {
    const source = `
      export function read(text: string): void {}
      export const parse = (html: string, base: URL): number => 1;
      export const other = (name: string): number => 1;
      const own = (text: string): number => 1;
      export const boxes = (moov: Uint8Array<ArrayBuffer>): number => 1;
      export async function links(read: ReadBytes, size: number): Promise<void> {}
    `;
    expect(readersOf("a.ts", source)).toEqual(["read", "parse", "boxes", "links"]);
    expect(readers).toContain("server/download/lists/dash.ts parseManifest");
    expect(readers).toContain("runtime/documents/read-package.ts readPackage");
  });

  it("each have a test that their time grows with the length of the text", () => {
    expect(readers.filter((reader) => !measured.has(reader) && !EXEMPT.has(reader))).toEqual([]);
  });

  it("are exempt only while they exist", () => {
    expect([...EXEMPT].filter((name) => !readers.includes(name))).toEqual([]);
    expect([...EXEMPT].filter((name) => measured.has(name))).toEqual([]);
  });
});
