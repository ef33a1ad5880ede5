import { createEncoder } from "wasm-media-encoders";
import wasm from "wasm-media-encoders/wasm/ogg.wasm?url";

/** The encoder of Ogg Vorbis, which is loaded when it is wanted. */
export const openVorbisEncoder = () => createEncoder("audio/ogg", wasm);
