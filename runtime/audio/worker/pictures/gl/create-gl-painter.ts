import { BANDS } from "#audio/visual/bands.ts";
import type { Motion } from "#audio/visual/motion.ts";
import { HEAD, TAIL, VERTEX } from "./common-shader.ts";
import { SHADERS } from "./shaders.ts";
import type { Template, TemplateLook } from "./templates.ts";

/** Number of past moments that a template can read, 1/30 s apart. */
const HISTORY = 64;
const STEP = 1 / 30;
/** Seconds over which loudness is averaged; faster flicker is not shown as light. */
const AROUND = 0.3;
const SAMPLES = 8;
/** Factors of motion in calm templates. */
const CALM = { time: 0.35, pulse: 0.2, bands: 0.6 } as const;
const NAMES = "size time travel energy low mid high pulse beat seed c0 c1 c2 c3 bands".split(" ");

export interface GlPainter {
  /**
   * Renders the frame at a time, in seconds of the audio; the canvas is valid until the next call.
   */
  readonly paint: (time: number, width: number, height: number) => OffscreenCanvas;
  readonly close: () => void;
}

/** Whether this browser can draw templates. */
export const canDrawTemplates = (): boolean =>
  typeof OffscreenCanvas !== "undefined" && new OffscreenCanvas(1, 1).getContext("webgl2") !== null;

/** @throws {Error} without WebGL 2 */
export function createGlPainter(template: Template, look: TemplateLook, motion: Motion): GlPainter {
  const canvas = new OffscreenCanvas(2, 2);
  const gl = canvas.getContext("webgl2", {
    alpha: false,
    antialias: false,
    depth: false,
    preserveDrawingBuffer: true,
  });
  if (!gl) throw new Error("There is no WebGL 2");
  const program = createProgram(gl, HEAD + SHADERS[template] + TAIL);
  const locations = Object.fromEntries(
    NAMES.map((name) => [name, gl.getUniformLocation(program, name)]),
  );
  const texture = gl.createTexture();
  gl.bindTexture(gl.TEXTURE_2D, texture);
  for (const side of [gl.TEXTURE_WRAP_S, gl.TEXTURE_WRAP_T])
    gl.texParameteri(gl.TEXTURE_2D, side, gl.CLAMP_TO_EDGE);
  for (const filter of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
    gl.texParameteri(gl.TEXTURE_2D, filter, gl.LINEAR);
  gl.useProgram(program);
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1);
  gl.uniform1i(locations["bands"]!, 0);
  gl.uniform1f(locations["seed"]!, look.seed);
  for (const [at, name] of (["color", "second", "accent", "ink"] as const).entries()) {
    const [red, green, blue] = [1, 3, 5].map(
      (offset) => Number.parseInt(look[name].slice(offset, offset + 2), 16) / 255,
    );
    gl.uniform3f(locations[`c${at}`]!, red!, green!, blue!);
  }
  const rows = new Uint8Array(BANDS * HISTORY);
  const levels = new Float32Array(BANDS);
  const { calm } = look;
  const set = (name: string, value: number): void => gl.uniform1f(locations[name]!, value);
  const share = (from: number, to: number): number => {
    let sum = 0;
    for (let band = from; band < to; band++) sum += rows[band]!;
    return sum / (to - from) / 255;
  };
  return {
    paint(time, width, height) {
      if (canvas.width !== width || canvas.height !== height) {
        canvas.width = width;
        canvas.height = height;
      }
      gl.viewport(0, 0, width, height);
      for (let row = 0; row < HISTORY; row++) {
        const past = time - row * STEP;
        if (past < 0) levels.fill(0);
        else motion.bandsAt(past, levels);
        for (let band = 0; band < BANDS; band++)
          rows[row * BANDS + band] = 255 * levels[band]! * (calm ? CALM.bands : 1);
      }
      gl.texImage2D(gl.TEXTURE_2D, 0, gl.R8, BANDS, HISTORY, 0, gl.RED, gl.UNSIGNED_BYTE, rows);
      gl.uniform2f(locations["size"]!, width, height);
      set("time", time * (calm ? CALM.time : 1));
      set("travel", motion.travelAt(time) * (calm ? CALM.time : 1));
      set("energy", meanEnergy(motion, time));
      set("low", share(0, 10));
      set("mid", share(10, 30));
      set("high", share(30, BANDS));
      set("pulse", motion.pulseAt(time) * (calm ? CALM.pulse : 1));
      set("beat", motion.beatsAt(time));
      gl.drawArrays(gl.TRIANGLES, 0, 3);
      return canvas;
    },
    // Browsers limit the number of contexts and discard the oldest beyond it.
    close: () => gl.getExtension("WEBGL_lose_context")?.loseContext(),
  };
}

function meanEnergy(motion: Motion, time: number): number {
  let sum = 0;
  for (let at = 0; at < SAMPLES; at++)
    sum += motion.energyAt(Math.max(0, time + AROUND * (at / (SAMPLES - 1) - 0.5)));
  return sum / SAMPLES;
}

function createProgram(gl: WebGL2RenderingContext, fragment: string): WebGLProgram {
  const program = gl.createProgram();
  for (const [kind, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(kind)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost())
      throw new Error(gl.getShaderInfoLog(shader) ?? "A shader could not be compiled");
  }
  gl.linkProgram(program);
  return program;
}
