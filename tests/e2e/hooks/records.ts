import { records } from "#runtime/audio/records.ts";

Object.assign(window, { records });
