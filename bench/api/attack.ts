// How long a visitor takes to register while others attack. Usage: node bench/api/attack.ts
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { register } from "#core/api/accounts/register.ts";
import { requestReset } from "#core/api/accounts/request-reset.ts";
import { startProcess } from "#server/testing/test-process.ts";
import { type TestProxy, createProxy } from "#server/testing/test-proxy.ts";

const password = "a fine long sentence";
const NETWORKS = Array.from({ length: 1000 }, (_, n) =>
  n % 2 === 0
    ? `2001:a${(n % 40).toString(16).padStart(2, "0")}:${n.toString(16)}::9`
    : `203.${n % 50}.113.${1 + (n % 250)}`,
);
const VISITORS = {
  elsewhere: "198.51.100.30",
  "same /32": "2001:a00:ffff::1",
  "same /24": "203.1.113.254",
} as const;

/** Attacks: what the n-th request is. */
const ATTACKS = {
  none: null,
  "resets from one /48": (proxy: TestProxy, n: number) =>
    proxy.post(
      requestReset,
      { email: `nobody${n}@example.org` },
      { from: `2001:a00:7:${(n % 160).toString(16)}::1` },
    ),
  "registrations from 1,000 networks": (proxy: TestProxy, n: number) =>
    proxy.post(
      register,
      { email: `spam${n}@example.org`, password },
      { from: NETWORKS[n % NETWORKS.length]! },
    ),
} as const;

console.log("| attack | visitor | seconds | proofs, bits | answers to the attack |");
console.log("|---|---|---|---|---|");
for (const [name, attack] of Object.entries(ATTACKS)) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-attack-"));
  const database = { url: null, file: path.join(folder, "toolkit.sqlite"), connections: 1 };
  const server = await startProcess(database, {
    TRUSTED_PROXIES: "127.0.0.1",
    REQUESTS_PER_SECOND: "20",
  });
  const proxy = createProxy(server);
  const seen = new Map<number, number>();
  let isOn = attack !== null;
  const attackers = Array.from({ length: 40 }, async (_, worker) => {
    for (let n = worker; isOn; n += 40) {
      const { status } = await attack!(proxy, n);
      seen.set(status, (seen.get(status) ?? 0) + 1);
    }
  });
  // The attack comes first.
  if (isOn) await new Promise((resolve) => setTimeout(resolve, 2000));
  const rows: string[] = [];
  for (const [where, from] of Object.entries(VISITORS)) {
    const start = performance.now();
    const { statuses, bits } = await proxy.registerFrom(from);
    const seconds = ((performance.now() - start) / 1000).toFixed(2);
    const passed = statuses.every((status) => status === 200)
      ? seconds
      : `refused: ${statuses.join()}`;
    rows.push(`| ${name} | ${where} | ${passed} | ${bits.join(", ") || "none"} |`);
  }
  isOn = false;
  await Promise.all(attackers);
  const answers = [...seen]
    .sort(([a], [b]) => a - b)
    .map(([status, count]) => `${count} × ${status}`);
  for (const row of rows) console.log(`${row} ${answers.join(", ")} |`);
  proxy.close();
  await server.close();
  fs.rmSync(folder, { recursive: true, force: true });
}
