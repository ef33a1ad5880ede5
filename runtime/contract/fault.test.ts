import { expect, it } from "vitest";
import { exceptFaults, FaultError } from "./fault.ts";

it("TLS-4 a file that cannot be used is no bug of the site, and is not reported as one", () => {
  const reported: unknown[] = [];
  const report = exceptFaults((error) => reported.push(error));
  const bug = new TypeError("x is undefined");
  report(new FaultError("file.unsupported"));
  report(bug);
  expect(reported).toEqual([bug]);
});
