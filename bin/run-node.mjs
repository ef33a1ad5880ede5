// Plain JavaScript that any Node can read.
import { spawn } from "node:child_process";

/**
 * Runs Node in this one's place, which gets the signals that this one gets.
 * @param {readonly string[]} args
 * @param {string} node its program
 * @returns {Promise<number>} the exit code
 */
export function runNode(args, node = process.execPath) {
  const child = spawn(node, args, { stdio: "inherit" });
  for (const signal of ["SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  // A terminal sends this one to both; a second one would end the work without a word.
  const hasTerminal = [process.stdin, process.stdout, process.stderr].some(({ isTTY }) => isTTY);
  process.on("SIGINT", () => hasTerminal || child.kill("SIGINT"));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (status, signal) => resolve(signal ? 130 : (status ?? 1)));
  });
}
