/** What is used of the recognizer of the Web Speech API, with its part for work on the device. */
interface Recognizer extends EventTarget {
  lang: string;
  continuous: boolean;
  interimResults: boolean;
  processLocally: boolean;
  start(track: MediaStreamTrack): void;
  abort(): void;
}
interface RecognizerClass {
  new (): Recognizer;
  available?(options: RecognizerOptions): Promise<string>;
  install?(options: RecognizerOptions): Promise<boolean>;
}
interface RecognizerOptions {
  readonly langs: readonly string[];
  readonly processLocally: boolean;
}

/** The browser's own; null where it has none. */
export const recognizerClass = (): RecognizerClass | null =>
  (globalThis as { readonly SpeechRecognition?: RecognizerClass }).SpeechRecognition ?? null;

/** Whether this browser can recognize speech on the device, in whatever language. */
export const canBrowserHear = (): boolean => typeof recognizerClass()?.available === "function";
