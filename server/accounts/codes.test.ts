import { afterEach, expect, it } from "vitest";
import { login } from "#core/api/accounts/login.ts";
import { register } from "#core/api/accounts/register.ts";
import { requestReset } from "#core/api/accounts/request-reset.ts";
import { verifyCode } from "#core/api/accounts/verify-code.ts";
import { verifyReset } from "#core/api/accounts/verify-reset.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { createTestServer, type TestServer } from "../testing/test-server.ts";

const SECOND = 1000;
const email = "mira@example.org";
const password = "a fine long sentence";
const HOME = "192.0.2.10";
const STRANGER = "198.51.100.7";

describeOnDatabases("codes that strangers ask for", ({ fresh }) => {
  let server: TestServer;
  const open = async () => (server = await createTestServer(await fresh()));
  afterEach(() => server.close());
  const lastCode = (): string => server.sentEmails.findLast(({ to }) => to === email)!.code!;
  const wrongCode = (): string => {
    const codes = new Set(server.sentEmails.map(({ code }) => code));
    return ["000000", "000001", "000002", "000003"].find((each) => !codes.has(each))!;
  };
  const authenticate = (code: string, client: string) =>
    server.call(verifyReset, { email, code, password: "another fine sentence" }, { client });

  it("USR-4 requests by a stranger neither block the owner's requests nor invalidate codes", async () => {
    await open();
    await server.addUser(email, password);
    expect((await server.call(requestReset, { email }, { client: STRANGER })).status).toBe(200);
    expect((await server.call(requestReset, { email }, { client: HOME })).status).toBe(200);
    const own = lastCode();
    server.advance(61 * SECOND);
    expect((await server.call(requestReset, { email }, { client: STRANGER })).status).toBe(200);
    expect((await authenticate(own, HOME)).status).toBe(200);
    // The other codes are gone.
    expect((await authenticate(wrongCode(), STRANGER)).key).toBe("code_expired");
  });

  it("USR-4 a stranger cannot use up the owner's attempts", async () => {
    await open();
    await server.addUser(email, password);
    await server.call(requestReset, { email }, { client: HOME });
    const own = lastCode();
    const keys = [];
    for (let n = 0; n < 8; n++) keys.push((await authenticate(wrongCode(), `198.51.${n}.7`)).key);
    expect(keys).toEqual([
      ...Array<string>(4).fill("code_wrong"),
      ...Array<string>(4).fill("code_used_up"),
    ]);
    // A correct code is rejected, too, once its attempts are used up.
    expect((await authenticate(own, STRANGER)).key).toBe("code_used_up");
    expect(await authenticate(wrongCode(), HOME)).toMatchObject({
      key: "code_wrong",
      params: { count: 4 },
    });
    expect((await authenticate(own, HOME)).status).toBe(200);
  });

  it("USR-4 a code of one's own has five attempts, whatever others have", async () => {
    await open();
    await server.addUser(email, password);
    await server.call(requestReset, { email }, { client: STRANGER });
    await server.call(requestReset, { email }, { client: HOME });
    const own = lastCode();
    const keys = [];
    for (let n = 0; n < 6; n++) keys.push((await authenticate(wrongCode(), STRANGER)).key);
    expect(keys).toEqual([...Array<string>(4).fill("code_wrong"), "code_used_up", "code_used_up"]);
    expect((await authenticate(own, STRANGER)).key).toBe("code_used_up");
    expect((await authenticate(own, HOME)).status).toBe(200);
  });

  it("USR-4 a code that was asked for elsewhere counts, too: networks change", async () => {
    await open();
    await server.addUser(email, password);
    await server.call(requestReset, { email }, { client: HOME });
    expect((await authenticate(lastCode(), "2001:db8::1")).status).toBe(200);
  });

  it("USR-4 an address gets six codes in half an hour, four of them for one place", async () => {
    await open();
    await server.addUser(email, password);
    const home = await server.call(login, { email, password }, { client: HOME });
    const ask = async (client: string, device?: string) =>
      (await server.call(requestReset, { email, ...(device && { device }) }, { client })).status;
    const statuses = [];
    for (let n = 0; n < 6; n++) {
      statuses.push(await ask(STRANGER));
      server.advance(61 * SECOND);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
    expect([await ask("198.51.101.7"), await ask("198.51.102.7"), await ask(HOME)]).toEqual([
      200, 200, 429,
    ]);
    // On a known device of the account, codes are counted for the device only.
    expect(await ask(HOME, home.data.device)).toBe(200);
    server.advance(30 * 60 * SECOND);
    expect(await ask(STRANGER)).toBe(200);
    // Each purpose has its own codes.
    const other = await server.call(register, { email, password }, { client: STRANGER });
    expect(other.status).toBe(200);
  });

  it("USR-4 if strangers register the same address, the password is that of the visitor who enters the code", async () => {
    await open();
    const theirs = "the stranger's own";
    const [HERE, ELSEWHERE] = [HOME, "203.0.113.80"];
    await server.call(register, { email, password: theirs }, { client: STRANGER });
    await server.call(register, { email, password }, { client: HERE });
    const made = await server.call(verifyCode, { email, code: lastCode() }, { client: HERE });
    expect(made.status).toBe(200);
    expect((await server.call(login, { email, password: theirs })).key).toBe("invalid_credentials");
    expect((await server.call(login, { email, password })).status).toBe(200);

    // The owner may enter the stranger's code: the password of the client that enters a code
    // counts.
    const second = "second@example.org";
    const codeOf = () => server.sentEmails.findLast(({ to }) => to === second)!.code!;
    await server.call(register, { email: second, password }, { client: HERE });
    await server.call(register, { email: second, password: theirs }, { client: STRANGER });
    await server.call(verifyCode, { email: second, code: codeOf() }, { client: HERE });
    expect((await server.call(login, { email: second, password })).status).toBe(200);

    // A request from a third network address cannot be attributed, so no password is accepted.
    const third = "third@example.org";
    await server.call(register, { email: third, password: theirs }, { client: STRANGER });
    server.advance(9 * 60 * SECOND);
    await server.call(register, { email: third, password }, { client: HERE });
    server.advance(2 * 60 * SECOND);
    const { code } = server.sentEmails.findLast(({ to }) => to === third)!;
    await server.call(verifyCode, { email: third, code: code! }, { client: ELSEWHERE });
    expect(server.sentEmails.at(-1)).toMatchObject({ to: third, template: "passwordNeeded" });
    for (const tried of [password, theirs])
      expect((await server.call(login, { email: third, password: tried })).key).toBe(
        "invalid_credentials",
      );
  });
});
