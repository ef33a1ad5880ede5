/*
 * What the module gives to audio/media/lame.ts: one stream after the other, of constant bitrate.
 *
 * This file is part of a changed LAME and is under the GNU Library General Public License, version 2 or
 * later, as LAME is.
 */
#include <stddef.h>

#include "lame.h"

#define EXPORT(name) __attribute__((export_name(name)))
/** Samples of a channel that are taken at once. */
#define MOST_SAMPLES (16 * 1152)
/** Bytes that may come of them (lame.h, lame_encode_buffer), and at the end. */
#define MOST_BYTES (MOST_SAMPLES * 5 / 4 + 7200)

static float samples[2][MOST_SAMPLES];
static unsigned char bytes[MOST_BYTES];
static lame_global_flags *stream;

/** Where samples of a channel are put, from -1 to 1. */
EXPORT("samplesAt") float *
samples_at(int channel)
{
    return samples[channel];
}

EXPORT("mostSamples") int
most_samples(void)
{
    return MOST_SAMPLES;
}

/** Where bytes are found. */
EXPORT("bytesAt") unsigned char *
bytes_at(void)
{
    return bytes;
}

static int
begin(int rate, int channels, int kilobits, float scale)
{
    lame_close(stream);
    stream = lame_init();
    if (!stream)
        return 0;
    lame_set_scale(stream, scale);
    lame_set_in_samplerate(stream, rate);
    lame_set_out_samplerate(stream, rate);
    lame_set_num_channels(stream, channels);
    lame_set_brate(stream, kilobits);
    /* audio/media/mp3/mp3-file.ts writes the tag. */
    lame_set_bWriteVbrTag(stream, 0);
    return lame_init_params(stream) >= 0;
}

/** Begins a stream. @return whether LAME takes such sound */
EXPORT("open") int
open_stream(int rate, int channels, int kilobits)
{
    float softer;

    if (!begin(rate, channels, kilobits, 1))
        return 0;
    /* Bitrates below 224 make the sound up to 0.45 dB softer (presets.c): a loudness that was set would be missed. */
    softer = lame_get_scale(stream);
    return softer == 1 || begin(rate, channels, kilobits, 1 / softer);
}

/** @return how many bytes came of the samples, negative on errors */
EXPORT("encode") int
encode(int count)
{
    return lame_encode_buffer_ieee_float(stream, samples[0], samples[1], count, bytes, MOST_BYTES);
}

/** @return how many bytes end the stream */
EXPORT("finish") int
finish(void)
{
    return lame_encode_flush(stream, bytes, MOST_BYTES);
}
