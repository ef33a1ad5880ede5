import { ALL_FORMATS, BlobSource, Input } from "mediabunny";
import { describe, expect, it } from "vitest";
import voice from "#audio/effects/voice.ts";
import { readProvenance } from "../media/tags/provenance.ts";
import { voiceAt, wavOf } from "#tests/e2e/sounds.ts";
import { prepareStep } from "../pipeline/step.ts";
import { openWriter } from "../media/write-audio.ts";
import { encoders } from "#runtime/audio/worker/host/encoders.ts";
import { openSound } from "#runtime/audio/worker/open/open-sound.ts";
import type { Values } from "./task.ts";
import { runEffect } from "./run-effect.ts";

/** Comment tag of the WAV file that a run writes. */
async function commentAfter(file: Blob, values: Values): Promise<string> {
  let bytes: Buffer = Buffer.alloc(0);
  await runEffect(
    { effect: "voice", file, values, output: "wav16" },
    {
      openSource: openSound,
      openWriter: (options) => openWriter(options, encoders),
      loadEffect: async () => voice as never,
      prepareStep: (effect, values) =>
        prepareStep(effect, values as never, { bytes: async () => new ArrayBuffer(0) }),
      openNet: () => Promise.reject(new Error("No net is here")),
      onProgress: () => {},
      async write(position, data) {
        const longer = Buffer.alloc(Math.max(bytes.length, position + data.length));
        longer.set(bytes);
        longer.set(data, position);
        bytes = longer;
      },
    },
  );
  const source = new BlobSource(new Blob([bytes as Uint8Array<ArrayBuffer>]));
  const tags = await new Input({ formats: ALL_FORMATS, source }).getMetadataTags();
  return tags.comment ?? "";
}

const talk = new Blob([wavOf({ seconds: 0.3 }, voiceAt) as Uint8Array<ArrayBuffer>]);

describe("a voice that was changed", () => {
  it("TLS-2 is marked in its file", async () => {
    const comment = await commentAfter(talk, { preset: "telephone", pitch: 0, formant: 0 });
    expect(readProvenance(comment)).toBe("changed");
  });

  it("TLS-2 is not marked where nothing was changed", async () => {
    expect(await commentAfter(talk, { preset: "none", pitch: 0, formant: 0 })).toBe("");
  });
});
