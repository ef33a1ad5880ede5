import { createEncoder } from "wasm-media-encoders";
import wasm from "wasm-media-encoders/wasm/ogg.wasm?url";

/** Opens the Ogg Vorbis encoder, which is loaded on demand. */
export const openVorbisEncoder = () => createEncoder("audio/ogg", wasm);
