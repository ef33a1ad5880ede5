import { melodyOf } from "#audio/music/singing/score-singing.ts";
import { writeUltraStar } from "#audio/music/singing/write-ultrastar.ts";
import { writeCdg } from "#core/lyrics/cdg/write-cdg.ts";
import { atTempo, type LyricLine } from "#core/lyrics/lyrics.ts";
import { sharedEngine } from "#runtime/audio/shared-engine.ts";
import type { MakeOptions } from "#runtime/panel-kit/save/use-rendering.ts";
import { zipFile } from "#runtime/panel-kit/save/zip-file.ts";
import { openCdgFonts } from "./cdg-fonts.ts";
import { songFileName, type SongNames, songNames } from "./song-names.ts";
import { type BackingSound, writeBacking } from "./write-backing.ts";

/** Shares of the work. */
const SOUND = 0.8;
const MELODY = 0.4;
/** Milliseconds of drawing after which the page gets its turn. */
const TURN = 40;

type Files = readonly { readonly name: string; readonly input: File | string }[];

/** Progress of a part of the work. */
const partOf = (
  { signal, onProgress }: MakeOptions,
  [from, to]: readonly [from: number, to: number],
): MakeOptions => ({ signal, onProgress: (part) => onProgress(from + part * (to - from)) });

async function zip(files: Files, name: string, signal: AbortSignal): Promise<File> {
  async function* all() {
    yield* files;
  }
  return new File([await zipFile(all(), signal)], name, { type: "application/zip" });
}

/** The lyrics of a song, and its file. */
interface Sung {
  readonly lines: readonly LyricLine[];
  readonly open: () => Promise<File>;
}

/**
 * The backing track and the lyrics as a ZIP file that karaoke players open: MP3 and CD+G, named as
 * players list songs.
 */
export async function writeCdgZip(
  sound: BackingSound,
  { lines, open }: Sung,
  options: MakeOptions,
): Promise<File> {
  const { title, artist } = await describeSong(open, sound.name, options.signal);
  const audio = await writeBacking(sound, { output: "mp3" }, partOf(options, [0, SOUND]));
  const tempo = sound.backing.tempo / 100;
  const seconds = sound.saving.seconds / tempo;
  const writing = writeCdg({ lines: atTempo(lines, tempo), title, seconds }, openCdgFonts());
  let step = writing.next();
  for (let turn = performance.now(); !step.done; step = writing.next()) {
    if (performance.now() - turn < TURN) continue;
    options.onProgress(SOUND + (1 - SOUND) * (step.value / seconds));
    await new Promise((resolve) => void setTimeout(resolve));
    options.signal.throwIfAborted();
    turn = performance.now();
  }
  const name = songFileName({ title, artist });
  const graphics = new File([step.value], `${name}.cdg`);
  return zip(
    [
      { name: `${name}.mp3`, input: audio },
      { name: graphics.name, input: graphics },
    ],
    `${name}.zip`,
    options.signal,
  );
}

/** Title, artist and cover of the song by its tags, and otherwise by its name. */
async function describeSong(
  open: () => Promise<File>,
  name: string,
  signal: AbortSignal,
): Promise<SongNames & { readonly cover: File | null }> {
  const file = await open().catch(() => null);
  const tags =
    file &&
    (await sharedEngine()
      .describe(file, { signal })
      .then(({ song }) => song)
      .catch(() => null));
  signal.throwIfAborted();
  const names = songNames(name, tags ?? {});
  const image = tags?.cover;
  const ending = image && { "image/jpeg": "jpg", "image/png": "png" }[image.type];
  return { ...names, cover: image && ending ? new File([image], `cover.${ending}`) : null };
}

/**
 * The song as a folder of UltraStar in a ZIP file: notes and lyrics, the song with and without its
 * singer, and its cover. Null if nothing is sung.
 * @param unknownArtist in the visitor's language
 */
export async function writeUltraStarZip(
  sound: BackingSound,
  { lines, open, unknownArtist }: Sung & { readonly unknownArtist: string },
  options: MakeOptions,
): Promise<File | null> {
  const { backing, stems } = sound;
  const { signal } = options;
  const vocals = await sound.openResult(stems[0]);
  const { onProgress } = partOf(options, [0, MELODY]);
  const track = await sharedEngine().melody(vocals, {
    signal,
    onProgress: (done) => onProgress(done ?? 0),
  });
  const { notes } = melodyOf(track);
  if (notes.length === 0) return null;
  const { cover, title, artist } = await describeSong(open, sound.name, signal);
  const half = (1 + MELODY) / 2;
  const writeSound = (guide: number, part: readonly [from: number, to: number]) =>
    writeBacking(
      { ...sound, backing: { ...backing, guide } },
      { output: "mp3" },
      partOf(options, part),
    );
  const audio = await writeSound(1, [MELODY, half]);
  const alone = await writeSound(0, [half, 1]);
  const tempo = backing.tempo / 100;
  const base = songFileName({ title, artist });
  const files = {
    audio: `${base}.mp3`,
    instrumental: `${base} [INSTR].mp3`,
    ...(cover && { cover: `${base} [CO].${cover.name.split(".").at(-1)}` }),
  };
  const text = writeUltraStar(
    {
      notes: notes.map(({ from, to, note }) => ({
        from: from / tempo,
        to: to / tempo,
        note: note + backing.semitones,
      })),
      lines: atTempo(lines, tempo),
    },
    // The format requires an artist.
    { title, artist: artist ?? unknownArtist, ...files },
  );
  return zip(
    [
      { name: `${base}/${base}.txt`, input: text },
      { name: `${base}/${files.audio}`, input: audio },
      { name: `${base}/${files.instrumental}`, input: alone },
      ...(cover ? [{ name: `${base}/${files.cover}`, input: cover }] : []),
    ],
    `${base} (UltraStar).zip`,
    signal,
  );
}
