/** What is compared: an effect of ours and what other programs do that is nearest to it. */
export interface Contest {
  readonly name: string;
  readonly effect: string;
  readonly values: Readonly<Record<string, string | number>>;
  /** Filters of ffmpeg; several are several runs, one after the other. */
  readonly ffmpeg: Readonly<Record<string, readonly string[]>>;
  /** Effects of sox, by the name that they are shown under. */
  readonly sox?: Readonly<Record<string, readonly string[]>>;
  /** Also from MP3 to MP3. */
  readonly compressed?: boolean;
}

export const CONTESTS: readonly Contest[] = [
  {
    name: "gain",
    effect: "volume",
    values: { mode: "gain", gain: -3 },
    ffmpeg: { volume: ["volume=-3dB"], "volume,alimiter": ["volume=-3dB,alimiter=limit=0.89"] },
    sox: { gain: ["gain", "-3"] },
    compressed: true,
  },
  {
    name: "loudness",
    effect: "volume",
    values: { mode: "loudness", loudness: -16 },
    ffmpeg: {
      "ebur128, then volume,alimiter": [
        "ebur128=peak=true:framelog=verbose",
        "volume=5dB,alimiter=limit=0.89",
      ],
      loudnorm: ["loudnorm=I=-16:TP=-1"],
    },
    compressed: true,
  },
  {
    name: "silence",
    effect: "silence",
    values: {},
    ffmpeg: {
      silenceremove: [
        "silenceremove=stop_periods=-1:stop_duration=0.5:stop_threshold=-40dB:detection=rms",
      ],
    },
    sox: { silence: ["silence", "-l", "1", "0.1", "1%", "-1", "0.5", "1%"] },
    compressed: true,
  },
  {
    name: "trim",
    effect: "trim",
    values: { start: 1, fadeIn: 0.5 },
    ffmpeg: { "atrim,afade": ["atrim=start=1,afade=d=0.5"] },
    sox: { "trim fade": ["trim", "1", "fade", "0.5"] },
    compressed: true,
  },
  {
    name: "denoise",
    effect: "denoise",
    values: {},
    ffmpeg: { afftdn: ["afftdn=nr=24:tn=1"], anlmdn: ["anlmdn=s=0.001"] },
  },
  {
    name: "enhance",
    effect: "enhance",
    values: {},
    ffmpeg: {
      "afftdn,equalizer,deesser,loudnorm": [
        "afftdn=nr=24:tn=1,equalizer=f=3200:t=q:w=0.8:g=1.5,deesser,loudnorm=I=-16:TP=-1",
      ],
    },
  },
  { name: "reverb", effect: "reverb", values: {}, ffmpeg: {} },
  { name: "echo", effect: "echo", values: {}, ffmpeg: {} },
  { name: "breath", effect: "breath", values: {}, ffmpeg: {} },
  { name: "clicks", effect: "clicks", values: {}, ffmpeg: { adeclick: ["adeclick"] } },
  {
    name: "voice",
    effect: "voice",
    values: { pitch: 3 },
    ffmpeg: { rubberband: ["rubberband=pitch=1.189:formant=preserved"] },
    sox: { pitch: ["pitch", "300"] },
  },
];
