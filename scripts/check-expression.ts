import type { Diagnostics } from "recheck";

/** What makes an expression slow, in words, with a text that shows it. */
export interface Finding {
  readonly complexity: string;
  readonly attack: string;
}

type Attack = Extract<Diagnostics, { readonly status: "vulnerable" }>["attack"];

/** Milliseconds from which a time says something. */
const MIN_MS = 10;
/** Characters with which even a quadratic expression would take that long. */
const MAX_LENGTH = 1 << 19;
/** Of the time, when a text becomes four times as long: 2.5 for each doubling. */
const MAX_GROWTH = 2.5 * 2.5;

/** The text of an attack, with about so many characters. */
function textOf({ pumps, suffix }: Attack, length: number): string {
  const pumped = pumps.reduce((sum, { pump }) => sum + pump.length, 0);
  const count = Math.ceil(length / Math.max(1, pumped));
  return pumps.map(({ prefix, pump }) => prefix + pump.repeat(count)).join("") + suffix;
}

/** Milliseconds, the least of some. */
function timeOf(expression: RegExp, text: string): number {
  let minMs = Infinity;
  for (let round = 0; round < 3; round++) {
    const { user } = process.cpuUsage();
    expression.lastIndex = 0;
    text.replace(expression, "");
    minMs = Math.min(minMs, (process.cpuUsage().user - user) / 1000);
  }
  return minMs;
}

/** Whether time grows faster than the text. The analysis takes some lookbehinds for slow that are not. */
function growsFast(expression: RegExp, attack: Attack): boolean {
  const times: number[] = [];
  for (let length = 500; length <= MAX_LENGTH; length *= 2) {
    times.push(timeOf(expression, textOf(attack, length)));
    if (times.at(-1)! < MIN_MS || times.length < 3) continue;
    // Measured once more: the machine may have had other things to do.
    const before = Math.min(times.at(-3)!, timeOf(expression, textOf(attack, length / 4)));
    const now = Math.min(times.at(-1)!, timeOf(expression, textOf(attack, length)));
    if (now >= MIN_MS) return now > MAX_GROWTH * Math.max(before, 0.1);
  }
  return false;
}

/**
 * Looks for a text on which an expression takes more than linear time: by analysis, whose findings count
 * where this engine confirms them.
 * @returns null where there is none
 * @throws {Error} the analysis came to no end
 */
export async function checkExpression(source: string, flags: string): Promise<Finding | null> {
  // The package's other forms start a process.
  process.env["RECHECK_SYNC_BACKEND"] = "pure";
  const { checkSync } = await import("recheck");
  const result = checkSync(source, flags, { timeout: 120_000, attackTimeout: 500 });
  if (result.status === "safe") return null;
  if (result.status === "unknown")
    throw new Error(
      `/${source}/${flags} cannot be analyzed (${result.error.kind}); write it simpler`,
    );
  const { complexity, attack } = result;
  const isReal = complexity.type === "exponential" || growsFast(new RegExp(source, flags), attack);
  return isReal ? { complexity: complexity.summary, attack: attack.pattern } : null;
}
