import { execFileSync, spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { downloadZip } from "client-zip";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitWords } from "#audio/speech/split-words.ts";
import { needs } from "#tests/left-out.ts";
import type { TranscriptLine } from "../transcript.ts";
import { checkCues, columnsOf, CUE_RULES, cuesOf } from "./cues.ts";
import { docxFiles } from "./docx.ts";
import { writeSrt, writeVtt } from "./subtitles.ts";

const has = (program: string): boolean => !spawnSync(program, ["-version"]).error;

/** A line whose words take `each` seconds. */
function line(text: string, from = 0, each = 0.4): TranscriptLine {
  const words = splitWords(text).map(({ start, end }, at) => ({
    start,
    end,
    from: from + at * each,
    to: from + (at + 1) * each,
  }));
  return { text, from, to: words.at(-1)?.to ?? from, words, speaker: null };
}
const LONG =
  "When the morning train was late again, nobody on the platform seemed to mind very much, and we talked about the weather for an hour before it came.";

describe("subtitles", () => {
  it("TLS-1 have two rows of 42 characters, break at commas, and stay long enough to be read", () => {
    const cues = cuesOf([line(LONG)]);
    expect(cues.length).toBeGreaterThan(1);
    expect(cues.flatMap(({ rows }) => rows).join(" ")).toBe(LONG);
    for (const { from, to, rows } of cues) {
      expect(rows.length).toBeLessThanOrEqual(2);
      for (const row of rows) expect(columnsOf(row)).toBeLessThanOrEqual(42);
      expect(to - from).toBeLessThanOrEqual(CUE_RULES.longest);
    }
    expect(cues[0]!.rows.at(-1)).toMatch(/,$/);
    expect(checkCues(cues)).toEqual({ fast: 0, wide: 0, brief: 0 });
    // A single word is displayed for a second.
    expect(cuesOf([line("Yes.", 3)])[0]).toMatchObject({ from: 3, to: 4 });
    // Speech above the reading speed is reported.
    expect(checkCues(cuesOf([line(LONG, 0, 0.1), line("Next.", 2.8)])).fast).toBeGreaterThan(0);
  });

  it("TLS-1 take two columns for a character of Chinese, and never show two at once", () => {
    const chinese =
      "今天早上的火车又晚点了，站台上似乎没有人在意，我们聊了一个小时的天气，然后它才来。";
    for (const { rows } of cuesOf([line(chinese)]))
      for (const row of rows) expect(columnsOf(row)).toBeLessThanOrEqual(42);
    fc.assert(
      fc.property(fc.array(fc.lorem({ maxCount: 12 }), { maxLength: 8 }), (texts) => {
        let at = 0;
        const cues = cuesOf(
          texts.map((text) => {
            const own = line(text, at, 0.2);
            at = own.to;
            return own;
          }),
        );
        for (const [index, cue] of cues.entries()) {
          expect(cue.to).toBeGreaterThan(cue.from);
          const next = cues[index + 1];
          if (next) expect(cue.to).toBeLessThanOrEqual(Math.max(next.from, cue.from + 0.04) + 1e-9);
        }
      }),
    );
  });

  it.each(["srt", "vtt"] as const)(
    "TLS-1 %s is read by ffmpeg, cue by cue",
    needs(has("ffmpeg") && has("ffprobe"), "ffmpeg"),
    (format) => {
      const lines = [line(LONG), { ...line("A <b> & “c” --> d", 70), speaker: 0 }];
      const cues = cuesOf(lines);
      const write = format === "srt" ? writeSrt : writeVtt;
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "subtitles-"));
      try {
        const file = path.join(folder, `a.${format}`);
        fs.writeFileSync(file, write(cues, ["Ada: x"]));
        const output = execFileSync(
          "ffprobe",
          ["-v", "error", "-show_packets", "-show_data", "-of", "json", file],
          { encoding: "utf8" },
        );
        const { packets } = JSON.parse(output) as {
          packets: { pts_time: string; duration_time: string }[];
        };
        expect(packets).toHaveLength(cues.length);
        for (const [at, packet] of packets.entries()) {
          expect(Number(packet.pts_time)).toBeCloseTo(cues[at]!.from, 2);
          expect(Number(packet.duration_time)).toBeCloseTo(cues[at]!.to - cues[at]!.from, 2);
        }
        const plain = execFileSync("ffmpeg", ["-v", "error", "-i", file, "-f", "srt", "-"], {
          encoding: "utf8",
        }).replaceAll("\r", "");
        expect(plain).toContain(cues[0]!.rows.join("\n"));
        expect(plain).toContain("“c” → d");
      } finally {
        fs.rmSync(folder, { recursive: true });
      }
    },
  );
});

describe("a document", () => {
  const transcript = {
    speakers: ["Ada & Bo"],
    lines: [
      { ...line("First <words>\u0001."), chapter: "Chapter “1”" },
      { ...line("مرحبا بكم جميعا", 10), speaker: 0 },
    ],
  };

  it("TLS-1 is well-formed, with a title, headings, times and speakers", () => {
    const files = docxFiles(transcript, "A talk");
    expect(files.map(({ name }) => name)[0]).toBe("[Content_Types].xml");
    const body = files.find(({ name }) => name === "word/document.xml")!.input;
    expect(body).toContain("First &lt;words&gt;.");
    expect(body).toContain('<w:pStyle w:val="Heading1"/>');
    expect(body).toContain("Ada &amp; Bo: ");
    expect(body).toContain("<w:bidi/>");
  });

  it(
    "TLS-1 is opened by LibreOffice, which reads the text in it",
    { ...needs(has("soffice"), "LibreOffice Writer"), timeout: 120_000 },
    async () => {
      const folder = fs.mkdtempSync(path.join(os.tmpdir(), "document-"));
      try {
        const zip = await downloadZip(docxFiles(transcript, "A talk")).arrayBuffer();
        const file = path.join(folder, "a.docx");
        fs.writeFileSync(file, Buffer.from(zip));
        execFileSync("soffice", [
          `-env:UserInstallation=file://${folder}/profile`,
          "--headless",
          "--convert-to",
          "txt:Text (encoded):UTF8",
          "--outdir",
          folder,
          file,
        ]);
        const text = fs.readFileSync(path.join(folder, "a.txt"), "utf8").replace(/^\uFEFF/, "");
        expect(text.trim().split(/\r?\n/)).toEqual([
          "A talk",
          "Chapter “1”",
          "0:00  First <words>.",
          "0:10  Ada & Bo: مرحبا بكم جميعا",
        ]);
      } finally {
        fs.rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
