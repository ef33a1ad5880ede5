/** Covers the frame with one triangle. */
export const VERTEX = `#version 300 es
void main() {
  vec2 p = vec2(float((gl_VertexID << 1) & 2), float(gl_VertexID & 2));
  gl_Position = vec4(2.0 * p - 1.0, 0.0, 1.0);
}`;

/**
 * Declarations that all templates share. `p`: position, the short side from −1 to 1, y upwards;
 * `time`: seconds; `travel`: seconds at full loudness; `energy`, `low`, `mid`, `high`: 0 to 1;
 * `pulse`: 1 at a beat, then falling; `beat`: beats so far; `c0` to `c3`: background, second color,
 * accent, text. A template defines `vec3 draw(vec2 p)`.
 */
export const HEAD = `#version 300 es
precision highp float;
precision highp int;
uniform vec2 size;
uniform float time, travel, energy, low, mid, high, pulse, beat, seed;
uniform vec3 c0, c1, c2, c3;
uniform sampler2D bands;
out vec4 color;
const float PI = 3.14159265;
float hash(vec2 v) {
  uvec2 q = uvec2(ivec2(v * 16.0)) * uvec2(1597334673u, 3812015801u);
  uint n = (q.x ^ q.y ^ uint(seed) * 747796405u) * 1597334673u;
  return float(n >> 8) / 16777216.0;
}
float noise(vec2 v) {
  vec2 i = floor(v), f = fract(v);
  f = f * f * (3.0 - 2.0 * f);
  return mix(
    mix(hash(i), hash(i + vec2(1, 0)), f.x),
    mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}
float clouds(vec2 v) {
  float sum = 0.0, part = 0.5;
  for (int i = 0; i < 4; i++) {
    sum += part * noise(v);
    v = mat2(1.6, 1.2, -1.2, 1.6) * v + 3.7;
    part *= 0.5;
  }
  return sum;
}
/* Height of a band, 0 to 1 from low to high, so many thirtieths of a second ago. */
float level(float place, float ago) {
  return texture(bands, vec2((0.5 + clamp(place, 0.0, 1.0) * 47.0) / 48.0, (0.5 + clamp(ago, 0.0, 63.0)) / 64.0)).r;
}
mat2 turn(float a) { return mat2(cos(a), -sin(a), sin(a), cos(a)); }
/* A line or an edge of so many pixels, smooth. */
float px() { return 2.0 / min(size.x, size.y); }
float line(float distance, float width) { return smoothstep(width + px(), width - px(), abs(distance)); }
vec3 ground(vec2 p) { return mix(c0, c1, clamp(0.5 - 0.35 * p.y + 0.2 * p.x, 0.0, 1.0)); }
`;

export const TAIL = `
void main() {
  vec2 p = (2.0 * gl_FragCoord.xy - size) / min(size.x, size.y);
  /* All of it comes nearer at once with a beat and goes back: a movement that every template shows, without light. */
  vec3 drawn = draw(p * (1.0 - 0.035 * pulse));
  /* Steps between close colors are hidden by grain that stands still. */
  color = vec4(drawn + (hash(gl_FragCoord.xy) - 0.5) / 255.0, 1.0);
}`;
