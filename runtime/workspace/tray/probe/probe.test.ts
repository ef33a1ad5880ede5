import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatOf } from "./file-format.ts";
import type { MediaDeps, MediaLike } from "./media-length.ts";
import { guessKind, probeFile } from "./probe.ts";

const latin = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(text, (character) => character.charCodeAt(0));
const WAV = latin("RIFF\x24\0\0\0WAVEfmt ");
const fileOf = (bytes: Uint8Array<ArrayBuffer>, name: string, type = ""): File =>
  new File([bytes], name, { type });

type Facts = Partial<Pick<MediaLike, "videoWidth" | "mozHasAudio" | "duration">>;

/** A fake player that runs a script when it loads. */
function player(script: (media: FakeMedia) => void) {
  const timers: (() => void)[] = [];
  const urls = new Set<string>();
  const deps: MediaDeps = {
    createMedia: () => new FakeMedia(script),
    createUrl(blob) {
      const url = `blob:${urls.size}-${blob.size}`;
      urls.add(url);
      return url;
    },
    revokeUrl: (url) => urls.delete(url),
    setTimer(work) {
      timers.push(work);
      return () => timers.splice(timers.indexOf(work), 1);
    },
  };
  return { deps, timers, urls };
}
class FakeMedia extends EventTarget implements MediaLike {
  preload = "";
  src = "";
  duration = Number.NaN;
  videoWidth = 0;
  mozHasAudio = true;
  readonly script: (media: FakeMedia) => void;
  #currentTime = 0;
  constructor(script: (media: FakeMedia) => void) {
    super();
    this.script = script;
  }
  get currentTime(): number {
    return this.#currentTime;
  }
  set currentTime(seconds: number) {
    this.#currentTime = seconds;
    this.script(this);
  }
  canPlayType = (type: string): string => (type === "audio/aiff" ? "" : "maybe");
  load(): void {
    if (this.src) this.script(this);
  }
  removeAttribute(name: string): void {
    if (name === "src") this.src = "";
  }
  dispatch(event: string, facts: Facts = {}): void {
    Object.assign(this, facts);
    this.dispatchEvent(new Event(event));
  }
}
const never = (): AbortSignal => new AbortController().signal;
const says = (facts: Facts) =>
  player((media) => queueMicrotask(() => media.dispatch("loadedmetadata", facts)));
const refuses = () => player((media) => queueMicrotask(() => media.dispatch("error")));
const probe = (file: File, { deps }: ReturnType<typeof player>, signal = never()) =>
  probeFile(file, deps, { signal });

describe("TLS-4 what a file is", () => {
  it("length and kind come from the browser's player, and its address is given back", async () => {
    const browser = says({ duration: 12.5 });
    expect(await probe(fileOf(WAV, "a.wav"), browser)).toEqual({
      kind: "audio",
      duration: 12.5,
      problem: null,
    });
    expect(browser.urls.size).toBe(0);
    expect(browser.timers).toEqual([]);
  });

  it("a recording that does not say how long it is is led to its end", async () => {
    const browser = player((media) => {
      if (media.currentTime === 0) media.dispatch("loadedmetadata", { duration: Infinity });
      else media.dispatch("durationchange", { duration: 3.2 });
    });
    const webm = fileOf(latin("\x1aE\xdf\xa3\x9fB\x86webm"), "a.webm", "video/webm");
    expect(await probe(webm, browser)).toEqual({ kind: "audio", duration: 3.2, problem: null });
  });

  it("a film has a picture, also where it cannot be decoded", async () => {
    const mp4 = fileOf(latin("\0\0\0\x18ftypisom"), "a.mp4", "video/mp4");
    expect(await probe(mp4, says({ duration: 1, videoWidth: 640 }))).toMatchObject({
      kind: "video",
    });
    expect(await probe(mp4, says({ duration: 1, videoWidth: 0 }))).toMatchObject({ kind: "video" });
    const m4a = fileOf(latin("\0\0\0\x18ftypM4A "), "a.m4a", "audio/mp4");
    expect(await probe(m4a, says({ duration: 1 }))).toMatchObject({ kind: "audio", problem: null });
  });

  it.each([
    ["empty", fileOf(new Uint8Array(), "a.wav", "audio/wav"), "file.empty"],
    ["of an unknown kind", fileOf(latin("\x01\x02\x03"), "a.dat"), "file.unsupported"],
    ["a picture that is called one", fileOf(latin("\x89PNG\r\n"), "a.png"), "file.unsupported"],
    ["a format that no tool reads", fileOf(latin("#!AMR\n"), "a.amr"), "file.unsupported"],
    ["encrypted", fileOf(latin("\0\0\0\x18ftypM4P \0\0"), "a.m4p"), "file.protected"],
    [
      "an encrypted track",
      fileOf(latin("\0\0\0\x18ftypisom....stsd....enca"), "a.mp4"),
      "file.protected",
    ],
    [
      "junk under a sound's name",
      fileOf(latin("hello there"), "a.mp3", "audio/mpeg"),
      "file.unreadable",
    ],
    ["damaged", fileOf(WAV, "a.wav"), "file.unreadable"],
  ])("%s", async (_name, file, code) => {
    expect((await probe(file, refuses())).problem).toEqual({ code, params: {} });
  });

  it("what is no sound is called by its kind", async () => {
    const pdf = fileOf(latin("%PDF-1.7"), "a.mp3", "audio/mpeg");
    expect(await probe(pdf, refuses())).toEqual({
      kind: "other",
      duration: null,
      problem: { code: "file.foreign", params: { kind: "PDF" } },
    });
  });

  it("a folder cannot be read", async () => {
    const folder = fileOf(WAV, "folder");
    folder.slice = () => {
      throw new DOMException("A folder", "NotReadableError");
    };
    expect((await probe(folder, refuses())).problem?.code).toBe("file.unreadable");
  });

  it("what this browser cannot play is left to the tools", async () => {
    const aiff = fileOf(latin("FORM\0\0\0\0AIFFCOMM"), "a.aiff");
    expect(await probe(aiff, refuses())).toEqual({ kind: "audio", duration: null, problem: null });
  });

  it("a film without a sound track says so where the browser knows", async () => {
    const mp4 = fileOf(latin("\0\0\0\x18ftypisom"), "a.mp4");
    const probed = await probe(mp4, says({ duration: 1, videoWidth: 9, mozHasAudio: false }));
    expect(probed.problem?.code).toBe("file.noAudio");
  });

  it("a browser that does not answer is not waited for", async () => {
    const browser = player(() => {});
    const probing = probe(fileOf(WAV, "a.wav"), browser);
    await expect.poll(() => browser.timers.length).toBe(1);
    browser.timers[0]!();
    expect(await probing).toEqual({ kind: "audio", duration: null, problem: null });
    expect(browser.urls.size).toBe(0);
  });

  it("ends with its signal", async () => {
    const browser = player(() => {});
    const abort = new AbortController();
    const probing = probe(fileOf(WAV, "a.wav"), browser, abort.signal);
    await expect.poll(() => browser.timers.length).toBe(1);
    abort.abort();
    await expect(probing).rejects.toMatchObject({ name: "AbortError" });
    expect(browser.timers).toEqual([]);
    expect(browser.urls.size).toBe(0);
  });
});

describe("TLS-2 formats by their first bytes", () => {
  it.each([
    ["RIFF....WAVE", "audio/wav"],
    ["RF64....WAVE", "audio/wav"],
    ["RIFF....AVI ", "video/x-msvideo"],
    ["fLaC", "audio/flac"],
    ["OggS", "audio/ogg"],
    ["ID3\x04", "audio/mpeg"],
    ["\xff\xfb\x90\x64", "audio/mpeg"],
    ["\xff\xf1\x50\x80", "audio/aac"],
    ["\0\0\0\x1cftypM4A ", "audio/mp4"],
    ["\0\0\0\x14ftypqt  ", "video/quicktime"],
    ["\0\0\0\x08wide", "video/quicktime"],
    ["\0\0\0\x18ftypisom", "video/mp4"],
    ["\x1aE\xdf\xa3\x01matroska", "video/x-matroska"],
  ])("%j", (start, type) => {
    expect(formatOf(latin(start))?.type).toBe(type);
  });
  it("nothing that is read makes it fail", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
        const found = formatOf(bytes);
        expect(found === null || /^(audio|video)\//.test(found.type)).toBe(true);
      }),
    );
  });
  it("a name is asked only where the type is silent", () => {
    expect(guessKind({ type: "audio/ogg", name: "a.mp4" })).toBe("audio");
    expect(guessKind({ type: "", name: "A.MOV" })).toBe("video");
    expect(guessKind({ type: "text/plain", name: "a.txt" })).toBe("other");
  });
});
