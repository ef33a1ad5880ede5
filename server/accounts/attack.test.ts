import { afterAll, beforeAll, expect, it } from "vitest";
import { register } from "#core/api/accounts/register.ts";
import { requestReset } from "#core/api/accounts/request-reset.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { type ServerProcess, startProcess } from "../testing/test-process.ts";
import { type TestProxy, createProxy } from "../testing/test-proxy.ts";
import { isLong, only } from "#tests/left-out.ts";

const password = "a fine long sentence";

describeOnDatabases("an attack on a server that listens", ({ fresh, engine }) => {
  // The test sends thousands of requests, and few reach a database: only the long run covers both
  // engines.
  const once = only(isLong || engine === "sqlite", "on one of the databases");
  let server: ServerProcess;
  let proxy: TestProxy;
  beforeAll(async () => {
    const env = { TRUSTED_PROXIES: "127.0.0.1", REQUESTS_PER_SECOND: "20" };
    server = await startProcess(await fresh(), env);
    proxy = createProxy(server);
  }, 60_000);
  afterAll(async () => {
    proxy.close();
    await server.close();
  });
  it(
    "USR-4 3,000 resets for unknown addresses from one /48 close nothing for others",
    { ...once, timeout: 180_000 },
    async () => {
      const sent = Array.from({ length: 3000 }, async (_, n) => {
        const from = `2001:db8:7:${(n % 160).toString(16)}::1`;
        const { status } = await proxy.post(
          requestReset,
          { email: `nobody${n}@example.org` },
          { from },
        );
        return status;
      });
      const during = proxy.registerFrom("198.51.100.20");
      const statuses = await Promise.all(sent);
      expect(statuses.filter((status) => status === 200)).toHaveLength(30);
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
      for (const { statuses: own, bits } of [
        await during,
        await proxy.registerFrom("198.51.100.21"),
        await proxy.registerFrom("2001:db8:8::1"),
      ]) {
        expect(own).toEqual([200, 200]);
        expect(Math.max(0, ...bits)).toBeLessThanOrEqual(17);
      }
    },
  );

  it(
    "USR-4 while 1,000 networks register, so do visitors, also in a /32 and a /24 of the attack",
    { ...once, timeout: 180_000 },
    async () => {
      const networks = Array.from({ length: 1000 }, (_, n) =>
        n % 2 === 0
          ? `2001:a${(n % 40).toString(16).padStart(2, "0")}:${n.toString(16)}::9`
          : `203.${n % 50}.113.${1 + (n % 250)}`,
      );
      let isOn = true;
      const seen = new Map<number, number>();
      const attack = Array.from({ length: 20 }, async (_, worker) => {
        for (let n = worker; isOn || n < networks.length; n += 20) {
          const from = networks[n % networks.length]!;
          const email = `spam${n}@example.org`;
          const { status } = await proxy.post(register, { email, password }, { from });
          seen.set(status, (seen.get(status) ?? 0) + 1);
        }
      });
      const visits = [];
      try {
        for (const from of ["198.51.100.30", "2001:a00:ffff::1", "203.1.113.254", "192.0.2.9"])
          visits.push(await proxy.registerFrom(from));
      } finally {
        isOn = false;
        await Promise.all(attack);
      }
      for (const { statuses, bits } of visits) {
        expect(statuses).toEqual([200, 200]);
        expect(Math.max(0, ...bits)).toBeLessThanOrEqual(20);
        expect(bits.length).toBeLessThanOrEqual(3);
      }
      expect(seen.get(428)).toBeGreaterThan(700);
      expect([...seen.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([]);
      expect(server.isAlive()).toBe(true);
    },
  );
});
