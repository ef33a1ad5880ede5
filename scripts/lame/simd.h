/* What simd.c has in place of functions of LAME's. */
#ifndef LAME_SIMD_H
#define LAME_SIMD_H

#include "machine.h"
#include "util.h"

void simd_prepare_tables(void);
int simd_choose_table(const int *ix, const int *end, int *bits);
void simd_quantize_lines(unsigned int count, FLOAT istep, const FLOAT *xrpow, int *ix);
FLOAT simd_noise(const FLOAT *xr, const int *ix, int count, FLOAT step);
void simd_init_xrpow(gr_info *cod_info, FLOAT xrpow[576], int upper, FLOAT *sum);

#endif
