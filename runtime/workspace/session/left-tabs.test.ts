import { expect, it } from "vitest";
import { createLeftTabs } from "./left-tabs.ts";
import { createTabStorage } from "./test-session.ts";

it("WSP-5 a tab that was left is known once, and the number of tabs is limited", () => {
  const storage = createTabStorage();
  const tabs = createLeftTabs(storage);
  for (let number = 0; number < 30; number++) tabs.add(`tab${number}`);
  expect([tabs.take("tab9"), tabs.take("tab10"), tabs.take("tab29")]).toEqual([false, true, true]);
  expect([tabs.take("tab29"), createLeftTabs(storage).take("tab28")]).toEqual([false, true]);
  for (let number = 11; number < 28; number++) tabs.take(`tab${number}`);
  expect(storage.get("toolkit_left")).toBeNull();
});
