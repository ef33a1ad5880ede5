// SPDX-License-Identifier: GPL-3.0-or-later

/** Bytes of phonemes, rules and dictionaries, as one file whose parts are where the program looks for them. */
function layOut({ total, groups }, files) {
  // What is not wanted stays as it was given by the system, and takes no memory.
  const all = new Uint8Array(total);
  for (const [group, bytes] of Object.entries(files)) {
    let at = 0;
    for (const [start, end] of groups[group]) {
      all.set(bytes.subarray(at, at + end - start), start);
      at += end - start;
    }
  }
  return all.buffer;
}

/**
 * Starts eSpeak NG with the data of a language.
 * @param createModule the default export of `espeak-ng.js`
 * @param ranges of `ranges.json`
 * @param files bytes of its groups, by their names
 */
export async function startEspeak(createModule, ranges, files) {
  const module = await createModule({
    getPreloadedPackage: () => layOut(ranges, files),
    print: () => {},
    printErr: () => {},
  });
  const program = new module.eSpeakNGWorker();
  // One that it does not know leaves the one before, which reads by the rules of another language.
  const choose = (voice) => {
    if (program.set_voice(voice) !== 0) throw new Error(`There is no voice ${voice}`);
  };
  /** What lies at an address, up to its end. */
  const readText = (pointer) => {
    const bytes = module.HEAPU8;
    const end = bytes.indexOf(0, pointer);
    return new TextDecoder().decode(bytes.slice(pointer, end));
  };
  return {
    /** Says how texts are pronounced: IPA, words apart by spaces, clauses by lines, `(en)` before and `(de)` after a word of another language. */
    pronounce({ texts, voice }) {
      choose(voice);
      return {
        phonemes: texts.map((text) =>
          readText(program.convert_to_phonemes(text, true).ptr)
            .replaceAll("_", "")
            .replaceAll(" | ", "\n"),
        ),
      };
    },
    /**
     * Speaks a text.
     * @returns 16-bit samples, and events, whose times are seconds and whose places are code points
     */
    speak({ text, voice, rate, pitch, range }) {
      choose(voice);
      program.set_rate(rate);
      program.set_pitch(pitch);
      program.set_range(range);
      const blocks = [];
      const events = [];
      program.synthesize(text, (samples, found) => {
        blocks.push(samples);
        for (const {
          type,
          text_position: position,
          word_length: length,
          audio_position: ms,
          id,
        } of found)
          if (type === "word" || type === "phoneme")
            events.push({
              kind: type,
              at: ms / 1000,
              position: position - 1,
              length,
              ...(type === "phoneme" && { phoneme: id }),
            });
        return false;
      });
      const samples = new Float32Array(blocks.reduce((sum, { length }) => sum + length, 0));
      let at = 0;
      for (const block of blocks) for (const value of block) samples[at++] = value / 32768;
      return { samples, sampleRate: program.samplerate, events };
    },
  };
}

/**
 * Answers messages `{ turn, text, voice, data, rate, pitch, range }` by
 * `{ turn, samples, sampleRate, events }`, messages `{ turn, texts, voice, data }` by `{ turn, phonemes }`, and either by `{ turn, error }` where it
 * fails, one after the other. `data` names the group of the language.
 * @param load gives the bytes of a group; called once for each
 * @param createModule loads `espeak-ng.js`
 * @param ranges loads `ranges.json`
 */
export function createAnswers({ load, createModule, ranges }) {
  const groups = new Map();
  const bytesOf = (name) => {
    if (!groups.has(name)) groups.set(name, load(name));
    return groups.get(name);
  };
  let started = null;
  async function start(data) {
    if (started?.data === data) return started.espeak;
    const names = data === "base" ? ["base"] : ["base", data];
    const files = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await bytesOf(name)])),
    );
    const espeak = await startEspeak(await createModule(), await ranges(), files);
    started = { data, espeak };
    return espeak;
  }
  let last = Promise.resolve();
  return (request) =>
    (last = last.then(async () => {
      const { turn, data, ...wanted } = request;
      try {
        const espeak = await start(data);
        return { turn, ...(wanted.texts ? espeak.pronounce(wanted) : espeak.speak(wanted)) };
      } catch (error) {
        // A file that did not come may come the next time.
        groups.clear();
        started = null;
        return { turn, error: String(error?.message ?? error) };
      }
    }));
}
