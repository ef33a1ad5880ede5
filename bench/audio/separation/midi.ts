/** What happens at a time; `bytes` is a whole message of a channel, without running status. */
export interface MidiEvent {
  readonly tick: number;
  readonly bytes: readonly number[];
}

/** A file of the Standard MIDI Files specification (1996), its tracks as one. */
export interface Midi {
  /** Ticks of a quarter note. */
  readonly division: number;
  /** In the order of their ticks, those of one tick in that of the tracks. */
  readonly events: readonly MidiEvent[];
}

const META = 0xff;
const TEMPO = 0x51;
export const PERCUSSION_CHANNEL = 9;

export const kindOf = ({ bytes }: MidiEvent) => bytes[0]! >> 4;
export const channelOf = ({ bytes }: MidiEvent) => bytes[0]! & 15;
export const isMeta = ({ bytes }: MidiEvent) => bytes[0] === META;
export const isNoteOn = (event: MidiEvent) => kindOf(event) === 9 && event.bytes[2]! > 0;
export const isNote = (event: MidiEvent) => kindOf(event) === 8 || kindOf(event) === 9;

function readTrack(data: Uint8Array, from: number, to: number): MidiEvent[] {
  const events: MidiEvent[] = [];
  let at = from;
  let tick = 0;
  let status = 0;
  const number = () => {
    let value = 0;
    for (;;) {
      const byte = data[at++]!;
      value = (value << 7) | (byte & 127);
      if (byte < 128) return value;
    }
  };
  while (at < to) {
    tick += number();
    if (data[at]! >= 128) status = data[at++]!;
    if (status === META) {
      const type = data[at++]!;
      const length = number();
      if (type === TEMPO)
        events.push({ tick, bytes: [META, TEMPO, 3, ...data.subarray(at, at + 3)] });
      at += length;
    } else if (status >= 0xf0) at += number();
    else {
      const length = status >> 4 === 12 || status >> 4 === 13 ? 1 : 2;
      events.push({ tick, bytes: [status, ...data.subarray(at, at + length)] });
      at += length;
    }
  }
  return events;
}

export function readMidi(data: Uint8Array): Midi {
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  const events: MidiEvent[] = [];
  let at = 14;
  for (let track = 0; track < view.getUint16(10); track++) {
    const end = at + 8 + view.getUint32(at + 4);
    events.push(...readTrack(data, at + 8, end));
    at = end;
  }
  return { division: view.getUint16(12), events: events.toSorted((a, b) => a.tick - b.tick) };
}

/** A file of one track. */
export function writeMidi({ division, events }: Midi): Uint8Array {
  const out: number[] = [];
  const number = (value: number) => {
    const rest = value >> 7;
    if (rest > 0)
      out.push(
        ...[rest >> 14, rest >> 7, rest].flatMap((part, i) =>
          rest >> (7 * (2 - i)) > 0 ? [(part & 127) | 128] : [],
        ),
      );
    out.push(value & 127);
  };
  let tick = 0;
  for (const event of events) {
    number(event.tick - tick);
    tick = event.tick;
    out.push(...event.bytes);
  }
  out.push(0, META, 0x2f, 0);
  const word = (value: number) => [24, 16, 8, 0].map((shift) => (value >> shift) & 255);
  const header = [0x4d, 0x54, 0x68, 0x64, ...word(6), 0, 0, 0, 1, division >> 8, division & 255];
  return Uint8Array.from([...header, 0x4d, 0x54, 0x72, 0x6b, ...word(out.length), ...out]);
}

/** Seconds of each event, by the tempi. */
export function timesOf({ division, events }: Midi): number[] {
  let seconds = 0;
  let tick = 0;
  let quarter = 0.5;
  return events.map((event) => {
    seconds += ((event.tick - tick) / division) * quarter;
    tick = event.tick;
    if (isMeta(event)) {
      const [a, b, c] = event.bytes.slice(3) as [number, number, number];
      quarter = ((a << 16) | (b << 8) | c) / 1e6;
    }
    return seconds;
  });
}
