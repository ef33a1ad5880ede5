import { expect, it } from "vitest";
import { createZoneRow } from "./zone-row.ts";

function setUp() {
  const row = { textContent: "", dataset: { opening: "Opening *", failed: "You are offline" } };
  const zone = { querySelector: () => row };
  const document = new EventTarget();
  let painted = (): void => {};
  const { signal } = new AbortController();
  const made = createZoneRow(zone as never, signal, {
    document,
    afterPaint: (then) => (painted = then),
  });
  return { row, made, document, paint: () => painted() };
}

it("USR-14 a file's name is shown before it is processed", () => {
  const { row, made, paint } = setUp();
  const order: string[] = [];
  made.take([{ name: "talk $&.wav" }], () => order.push(`handed on while "${row.textContent}"`));
  expect(order).toEqual([]);
  expect(row.textContent).toBe("Opening talk $&.wav");
  paint();
  expect(order).toEqual(['handed on while "Opening talk $&.wav"']);
});

it("USR-14 several are named, and the line goes when a dialog takes the focus", () => {
  const { row, made, document, paint } = setUp();
  made.take([{ name: "a.wav" }, { name: "b.wav" }], () => {});
  paint();
  expect(row.textContent).toBe("Opening a.wav, b.wav");
  const focus = (inDialog: boolean) => {
    const event = new Event("focusin");
    Object.defineProperty(event, "target", { value: { closest: () => (inDialog ? {} : null) } });
    document.dispatchEvent(event);
  };
  focus(false);
  expect(row.textContent).toBe("Opening a.wav, b.wav");
  focus(true);
  expect(row.textContent).toBe("");
});

it("NAV-13 the line disappears when the page itself describes the file", () => {
  const { row, made, document, paint } = setUp();
  made.take([{ name: "a.wav" }], () => {});
  paint();
  document.dispatchEvent(new Event("toolkit:taken"));
  expect(row.textContent).toBe("");
});

it("TLS-4 says so where what takes it cannot be loaded, and nothing where nothing was brought", () => {
  const { row, made, document } = setUp();
  document.dispatchEvent(new Event("toolkit:failed"));
  expect(row.textContent).toBe("");
  made.take([{ name: "a.wav" }], () => {});
  document.dispatchEvent(new Event("toolkit:failed"));
  expect(row.textContent).toBe("You are offline");
});
