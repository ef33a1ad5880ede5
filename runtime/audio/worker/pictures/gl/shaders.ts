import type { Template } from "./templates.ts";

/** Fragment shader of each template. */
export const SHADERS: Readonly<Record<Template, string>> = {
  pulse: `vec3 draw(vec2 p) {
  float a = atan(p.x, p.y) / PI;
  float r = length(p);
  vec3 c = ground(p);
  for (int i = 5; i >= 0; i--) {
    float f = float(i);
    float edge = 0.34 + 0.11 * f + 0.16 * level(abs(a) * 0.8 + 0.02 * f, f * 3.0) * (1.0 - 0.1 * f) + 0.03 * pulse;
    vec3 tone = mix(c2, mix(c1, c3, 0.15), f / 5.5);
    c = mix(c, tone, smoothstep(edge + px() * 2.0, edge, r) * (1.0 - 0.12 * f));
  }
  return mix(c, c0, smoothstep(0.305, 0.3, r));
}`,
  rings: `vec3 draw(vec2 p) {
  float r = length(p);
  float a = atan(p.y, p.x);
  vec3 c = ground(p);
  for (int i = 0; i < 14; i++) {
    float f = float(i) / 13.0;
    float v = level(f * 0.92, 0.0);
    float radius = 0.18 + 0.78 * f + 0.02 * pulse * (1.0 - f);
    float start = hash(vec2(float(i), 3.0)) * 6.283 + travel * (0.6 + f) * (mod(float(i), 2.0) * 2.0 - 1.0);
    float along = abs(mod(a - start + PI, 2.0 * PI) - PI) / PI;
    float arc = smoothstep(0.0, 0.02, 0.12 + 0.8 * v - along);
    float width = 0.006 + 0.016 * v;
    c = mix(c, c3, line(r - radius, 0.0018) * 0.25);
    c = mix(c, mix(c2, c3, f * 0.7), line(r - radius, width) * arc);
  }
  return c;
}`,
  tunnel: `vec3 draw(vec2 p) {
  p += 0.12 * vec2(sin(time * 0.31 + seed), cos(time * 0.27));
  float r = max(length(p), 0.02);
  float a = atan(p.y, p.x) / PI;
  float depth = 0.55 / r;
  float z = depth * 2.0 + travel * 2.5 + time * 0.35;
  float ago = clamp((depth - 0.6) * 7.0, 0.0, 63.0);
  float v = level(abs(a), ago);
  float ring = smoothstep(0.36, 0.44, abs(fract(z) - 0.5));
  float spoke = smoothstep(0.42, 0.46, abs(fract(a * 8.0 + 0.06 * z) - 0.5));
  float fog = smoothstep(0.0, 0.55, r);
  vec3 wall = mix(c0, c1, 0.3 + 0.7 * fract(floor(z) * 0.37));
  wall = mix(wall, c2, v * v * 1.1 * (1.0 - ring));
  wall = mix(wall, c3, 0.5 * max(ring, spoke) * (0.25 + 0.5 * v));
  return mix(c0, wall, fog);
}`,
  waves: `vec3 draw(vec2 p) {
  vec3 c = ground(p);
  float aspect = size.x / min(size.x, size.y);
  for (int i = 0; i < 9; i++) {
    float f = float(i) / 8.0;
    float x = p.x / aspect;
    float v = level(0.05 + 0.7 * f, float(i));
    float shape = sin(x * (2.4 + 2.0 * f) + time * (0.5 + 0.25 * f) + 5.0 * hash(vec2(float(i), 1.0)))
      + 0.5 * sin(x * (6.0 - 2.0 * f) - time * 0.7 + f * 9.0);
    float y = mix(0.5, -0.75, f) + shape * (0.05 + 0.2 * v) * (1.0 - x * x * 0.5);
    vec3 tone = mix(mix(c2, c3, 0.2 * (1.0 - f)), c1, 0.75 * f);
    c = mix(c, tone, smoothstep(px(), -px(), p.y - y) * 0.42);
    c = mix(c, mix(c2, c3, 0.5), line(p.y - y, 0.003) * (0.35 + 0.6 * v));
  }
  return c;
}`,
  aurora: `vec3 draw(vec2 p) {
  vec3 c = mix(c0, c1, smoothstep(1.2, -1.3, p.y) * 0.55);
  for (int i = 0; i < 4; i++) {
    float f = float(i);
    float x = p.x * (0.75 + 0.2 * f) + 0.14 * time * (0.4 + 0.2 * f) + 9.0 * hash(vec2(f, 2.0));
    float base = -0.45 + 0.24 * f + 0.35 * (clouds(vec2(x * 0.8, time * 0.06 + f)) - 0.5);
    float v = level(0.1 + 0.22 * f + 0.06 * sin(x), 2.0 * f);
    float up = (p.y - base) / (0.28 + 0.75 * v + 0.25 * energy + 0.14 * pulse);
    float curtain = up > 0.0 ? exp(-3.2 * up) * smoothstep(0.0, 0.06, up) : 0.0;
    float folds = 0.45 + 0.55 * noise(vec2(x * 7.0 + travel, f * 3.0 + time * 0.2));
    c += mix(c2, c3, 0.18 * f) * curtain * folds * (0.3 + 0.55 * v);
  }
  float star = step(0.9985, hash(floor(gl_FragCoord.xy / max(1.0, size.y / 540.0)) + 7.0));
  return c + c3 * star * 0.5 * smoothstep(-0.2, 0.6, p.y);
}`,
  kaleidoscope: `vec3 draw(vec2 p) {
  float r = length(p);
  float a = atan(p.y, p.x) + 0.1 * time + 0.5 * travel;
  float part = PI / 6.0;
  a = abs(mod(a, 2.0 * part) - part);
  vec2 q = r * vec2(cos(a), sin(a));
  vec3 c = mix(c0, c1, clouds(q * 2.0 + 0.1 * time));
  /* Mirrors within the mirrors: each keeps distances, so that lines stay as thin. */
  vec2 w = q;
  for (int i = 0; i < 5; i++) {
    float f = float(i) / 4.0;
    float v = level(0.9 * f, 0.0);
    w = abs(w) - vec2(0.34 - 0.14 * f, 0.17 - 0.05 * f + 0.03 * sin(0.4 * time + 6.0 * hash(vec2(f, 4.0))));
    w = turn(0.7 + 0.5 * hash(vec2(f, 14.0)) + 0.12 * travel) * w;
    float d = length(w) - (0.02 + 0.11 * v) * (1.0 - 0.4 * f);
    c = mix(c, mix(c1, c2, 0.25 + 0.5 * f), smoothstep(px(), -px(), d) * 0.7);
    c = mix(c, mix(c2, c3, f), line(d, 0.003) * 0.9);
    c = mix(c, mix(c1, c2, 0.6), line(w.x, 0.0016) * (0.25 + 0.5 * v));
  }
  return mix(c, c0, smoothstep(0.9, 2.0, r) * 0.8);
}`,
  grid: `vec3 draw(vec2 p) {
  vec2 count = floor(size / min(size.x, size.y) * 9.0 + 0.5) * 1.0;
  vec2 uv = 0.5 + 0.5 * p * min(size.x, size.y) / size;
  vec2 cell = floor(uv * count);
  vec2 f = (fract(uv * count) - 0.5) * (size / count) / (min(size.x, size.y) / 9.0);
  vec2 middle = (cell + 0.5) / count - 0.5;
  float distance = length(middle * size / min(size.x, size.y));
  float v = level(hash(cell) * 0.85, distance * 26.0);
  float radius = 0.08 + 0.36 * v;
  float d = length(f) - radius;
  vec3 c = ground(p);
  c = mix(c, mix(c1, c3, 0.25), smoothstep(0.05, 0.0, abs(length(f) - 0.44)) * 0.18);
  vec3 tone = mix(mix(c1, c2, 0.4 + 0.6 * v), c3, smoothstep(0.75, 1.0, v) * 0.6);
  return mix(c, tone, smoothstep(0.02, -0.02, d));
}`,
  terrain: `vec3 draw(vec2 p) {
  vec3 c = mix(c1, c0, smoothstep(-0.1, 0.9, p.y));
  float sun = length(p - vec2(0.0, 0.32));
  float size0 = 0.34 + 0.02 * pulse + 0.03 * energy;
  float bars = smoothstep(0.0, 0.02, sin((p.y - 0.32) * 46.0) + 0.85 + 2.0 * (p.y - 0.2));
  c = mix(c, mix(c2, c3, clamp(0.4 + (p.y - 0.3), 0.0, 1.0)), smoothstep(size0 + px(), size0 - px(), sun) * bars);
  /* Down to the lower edge, however tall the picture is. */
  float nearest = -0.05 - size.y / min(size.x, size.y);
  for (int i = 38; i >= 0; i--) {
    float f = float(i) / 38.0;
    float near = 1.0 - f;
    float y0 = mix(0.02, nearest, near * near);
    float x = p.x / (0.35 + 1.3 * near);
    float v = level(clamp(abs(x) * 0.75, 0.0, 1.0), f * 60.0);
    float mound = v * (0.06 + 0.34 * near) * smoothstep(0.0, 0.25, abs(x));
    float d = p.y - (y0 + mound);
    if (d < 0.0) c = mix(c, c0, 0.92);
    c = mix(c, mix(c2, c3, v * 0.6), line(d, 0.0018 + 0.0022 * near) * (0.25 + 0.75 * near));
  }
  return c;
}`,
  orbit: `vec3 draw(vec2 p) {
  vec3 c = mix(ground(p), c0, 0.35 * smoothstep(0.3, 1.4, length(p)));
  float core = length(p) - (0.13 + 0.05 * low + 0.02 * pulse);
  c = mix(c, c2, smoothstep(px(), -px(), core));
  c += c2 * 0.18 * exp(-5.0 * max(core, 0.0)) * (0.5 + energy);
  for (int i = 0; i < 10; i++) {
    float f = float(i) / 9.0;
    float tilt = 0.35 + 0.65 * hash(vec2(float(i), 5.0));
    vec2 q = turn(6.283 * hash(vec2(float(i), 6.0))) * p;
    q.y /= tilt;
    float radius = 0.28 + 0.66 * f;
    float r = length(q);
    float v = level(0.05 + 0.9 * f, 0.0);
    c = mix(c, c3, line((r - radius) * tilt, 0.0014) * 0.22);
    float a = (time * 0.16 + travel * 0.9) * (1.4 - f) + 6.283 * hash(vec2(float(i), 8.0));
    vec2 moon = radius * vec2(cos(a), sin(a)) - q;
    moon.y *= tilt;
    float along = mod(a - atan(q.y, q.x), 6.2832) / 6.2832;
    c = mix(c, mix(c2, c3, f), line((r - radius) * tilt, 0.004) * exp(-7.0 * along) * 0.8);
    c = mix(c, mix(c3, c2, f), smoothstep(px(), -px(), length(moon) - (0.014 + 0.05 * v)));
  }
  return c;
}`,
  ink: `vec3 draw(vec2 p) {
  vec2 q = p * 1.1 + vec2(seed * 0.13, 0.0);
  vec2 drift = vec2(clouds(q + 0.07 * time), clouds(q + vec2(5.2, 1.3) - 0.06 * time));
  vec2 fold = vec2(clouds(q + 2.6 * drift + vec2(1.7, 9.2) + 0.35 * travel), clouds(q + 2.6 * drift + vec2(8.3, 2.8)));
  float f = clouds(q + (2.2 + 0.9 * energy) * fold);
  vec3 c = mix(c0, c1, smoothstep(0.2, 0.75, f));
  c = mix(c, c2, smoothstep(0.35, 0.85, fold.x + 0.35 * (low - 0.3)) * 0.85);
  float vein = smoothstep(0.06, 0.0, abs(drift.y - fold.y));
  return mix(c, c3, vein * (0.12 + 0.5 * high) * smoothstep(0.3, 0.6, f));
}`,
  stars: `vec3 draw(vec2 p) {
  vec3 c = mix(c0, c1, 0.55 * clouds(p * 1.4 + 0.02 * time) * smoothstep(1.6, 0.2, length(p)));
  for (int i = 0; i < 6; i++) {
    float f = float(i);
    float z = fract(f / 6.0 + 0.03 * time + 0.22 * travel);
    float near = z * z;
    /* Turned from layer to layer, so that no rows are seen. */
    vec2 q = turn(1.1 * f) * p / (0.25 + 2.2 * near) * 7.0 + 37.0 * hash(vec2(f, 9.0));
    vec2 cell = floor(q);
    vec2 at = 0.5 + 0.6 * (vec2(hash(cell + f), hash(cell + 17.0 + f)) - 0.5);
    float v = level(hash(cell + 3.0 * f), 0.0);
    float d = length(fract(q) - at) * (0.25 + 2.2 * near) / 7.0;
    float radius = (0.002 + 0.012 * near) * (0.6 + 1.1 * v);
    float show = smoothstep(0.0, 0.2, z) * smoothstep(1.0, 0.8, z) * step(0.45, hash(cell + 40.0));
    vec3 tone = mix(c3, c2, hash(cell + 80.0));
    c = mix(c, tone, smoothstep(radius + px(), radius - px(), d) * show);
    c += tone * 0.10 * exp(-d * 60.0) * show * v;
  }
  return c;
}`,
  silk: `vec3 draw(vec2 p) {
  vec3 c = ground(p);
  for (int i = 0; i < 26; i++) {
    float f = float(i) / 25.0;
    float x = p.x * 0.9;
    float v = level(0.05 + 0.55 * f, f * 14.0);
    float y = 0.42 * sin(x * 1.7 + 0.35 * time + 2.1 * f + seed) + 0.2 * sin(x * 3.1 - 0.5 * time + 4.0 * f);
    y *= 0.55 + 0.75 * energy + 0.14 * pulse;
    y += (f - 0.5) * (0.28 + 0.9 * v);
    float shine = 0.35 + 0.65 * pow(abs(sin(x * 1.3 + f * 3.0 + travel)), 2.0);
    c = mix(c, mix(c2, c3, f * 0.8), line(p.y - y, 0.0022) * shine * 0.85);
    c += c2 * 0.012 * exp(-abs(p.y - y) * 24.0) * v;
  }
  return c;
}`,
  cells: `vec3 draw(vec2 p) {
  vec2 q = p * 2.6 + vec2(0.12 * time, 0.05 * time);
  vec2 base = floor(q);
  float first = 9.0, second = 9.0;
  vec2 own = vec2(0.0);
  for (int y = -1; y <= 1; y++) for (int x = -1; x <= 1; x++) {
    vec2 cell = base + vec2(float(x), float(y));
    float phase = 6.283 * hash(cell + 11.0);
    vec2 at = cell + 0.5 + 0.36 * vec2(sin(0.6 * time + 1.5 * travel + phase), cos(0.5 * time + 1.2 * travel + 1.7 * phase));
    float d = length(at - q);
    if (d < first) { second = first; first = d; own = cell; } else if (d < second) second = d;
  }
  float v = level(hash(own + 21.0) * 0.9, 0.0);
  float wall = smoothstep(0.03, 0.10, second - first);
  vec3 inside = mix(mix(c1, c0, 0.4), c2, 0.12 + 0.85 * v * smoothstep(0.75, 0.0, first));
  inside = mix(inside, c3, smoothstep(0.09 + 0.1 * v, 0.07 + 0.1 * v, first) * 0.75);
  return mix(c0, inside, wall);
}`,
  rays: `vec3 draw(vec2 p) {
  p.y += 0.25;
  float r = length(p);
  float a = atan(p.x, p.y) / PI;
  float turned = a + 0.02 * time;
  float count = 36.0;
  float ray = floor((turned * 0.5 + 0.5) * count);
  float f = fract((turned * 0.5 + 0.5) * count) - 0.5;
  float place = abs(mod(ray, count) / count - 0.5) * 1.8;
  /* Held for a moment: beams that go in and out several times a second would flash. */
  float v = max(max(level(place, 0.0), level(place, 2.0)), level(place, 4.0));
  float reach = 0.34 + 1.2 * v;
  float beam = smoothstep(0.36, 0.30, abs(f)) * smoothstep(reach + 0.02, reach - 0.02, r) * smoothstep(0.22, 0.24, r);
  vec3 c = mix(c1, c0, smoothstep(0.1, 1.5, r));
  c = mix(c, mix(c2, mix(c2, c1, 0.75), smoothstep(0.25, 1.5, r)), beam);
  float core = r - (0.19 + 0.015 * pulse);
  return mix(c, c3, smoothstep(px(), -px(), core));
}`,
  prism: `vec3 draw(vec2 p) {
  vec3 c = ground(p);
  vec2 q = turn(0.12 * time) * p;
  for (int i = 0; i < 16; i++) {
    float f = float(i) / 15.0;
    vec2 o = turn(0.10 * float(i) + 0.35 * travel) * q;
    float v = level(0.9 * f, float(i) * 1.5);
    float scale = 0.12 + 0.85 * f + 0.1 * v;
    float side = max(dot(o, vec2(0.0, -1.0)), max(dot(o, vec2(0.866, 0.5)), dot(o, vec2(-0.866, 0.5)))) - scale * 0.5;
    vec3 tone = mix(mix(c3, c2, smoothstep(0.0, 0.45, f)), c1, smoothstep(0.55, 1.0, f) * 0.7);
    c = mix(c, tone, line(side, 0.0026 + 0.006 * v) * (0.45 + 0.55 * v));
  }
  return c;
}`,
  ripples: `vec3 draw(vec2 p) {
  vec3 c = mix(c0, c1, clamp(0.5 - 0.4 * p.y, 0.0, 1.0));
  float sum = 0.0;
  for (int i = 0; i < 5; i++) {
    float f = float(i);
    vec2 at = 1.1 * (vec2(hash(vec2(f, 12.0)), hash(vec2(f, 13.0))) - 0.5) * size / min(size.x, size.y);
    float d = length((p - at) * vec2(1.0, 1.25));
    float v = level(0.08 + 0.2 * f, max(0.0, d - 0.3) * 34.0);
    sum += v * v * sin(d * 26.0 - time * 2.2 - f) * exp(-0.9 * d);
  }
  float crest = smoothstep(0.05, 0.5, sum);
  float trough = smoothstep(-0.05, -0.5, sum);
  c = mix(c, c2, crest * 0.85);
  c = mix(c, c0, trough * 0.6);
  return mix(c, c3, smoothstep(0.42, 0.75, sum) * 0.7);
}`,
};
