/* Functions on vectors that are in place of LAME's own; lame.patch has the places. */
#ifndef LAME_SIMD_H
#define LAME_SIMD_H

#include "machine.h"
#include "util.h"

/* choose.c */
void simd_prepare_tables(void);
int simd_choose_table(const int *ix, const int *end, int *bits);

/* lines.c */
void simd_quantize_lines(unsigned int count, FLOAT istep, const FLOAT *xrpow, int *ix);
FLOAT simd_noise(const FLOAT *xr, const int *ix, int count, FLOAT step);
void simd_init_xrpow(gr_info *cod_info, FLOAT xrpow[576], int upper, FLOAT *sum);

/* spread.c */
void simd_prepare_spreading(int is_short, const PsyConst_CB2SB_t *gd);
void simd_spread(int is_short, int npart, const FLOAT *energy, const int *near, FLOAT *spread);

#endif
