/**
 * Libraries that packages hold compiled to WebAssembly. A package's manifest names the licence of its
 * wrapper alone; these are those of what is inside, by the libraries' own licence files.
 */
export const COMPILED_LIBRARIES = [
  {
    name: "FFmpeg's AAC encoder",
    licence: "LGPL-2.1-or-later",
    source: "https://git.ffmpeg.org/ffmpeg.git",
    packages: ["@mediabunny/aac-encoder"],
    copyright: "Copyright (c) 2000-2026 the FFmpeg developers",
    file: "LGPL-2.1.txt",
  },
  {
    name: "LAME 3.100",
    licence: "LGPL-2.0-or-later",
    source: "https://lame.sourceforge.io/",
    packages: ["@mediabunny/mp3-encoder", "wasm-media-encoders"],
    copyright: "Copyright (c) 1999-2017 the LAME project",
    file: "LGPL-2.1.txt",
  },
  {
    name: "libFLAC",
    licence: "BSD-3-Clause",
    source: "https://github.com/xiph/flac",
    packages: ["@mediabunny/flac-encoder"],
    copyright: "Copyright (c) 2000-2009 Josh Coalson\nCopyright (c) 2011-2026 Xiph.Org Foundation",
    file: "xiph.txt",
  },
  {
    name: "libogg",
    licence: "BSD-3-Clause",
    source: "https://github.com/xiph/ogg",
    packages: ["wasm-media-encoders"],
    copyright: "Copyright (c) 2002 Xiph.org Foundation",
    file: "xiph.txt",
  },
  {
    name: "libopus",
    licence: "BSD-3-Clause",
    source: "https://github.com/xiph/opus",
    packages: ["libopus-wasm", "opus-decoder"],
    file: "libopus.txt",
  },
  {
    name: "libvorbis 1.3.7",
    licence: "BSD-3-Clause",
    source: "https://github.com/xiph/vorbis",
    packages: ["wasm-media-encoders"],
    copyright: "Copyright (c) 2002-2020 Xiph.org Foundation",
    file: "xiph.txt",
  },
  {
    name: "mpg123",
    licence: "LGPL-2.1-only",
    source: "https://www.mpg123.de/",
    packages: ["mpg123-decoder"],
    copyright: "Copyright (c) 1995-2026 by Michael Hipp and others",
    file: "LGPL-2.1.txt",
  },
];
