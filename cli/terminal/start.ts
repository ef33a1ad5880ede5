import { ToolkitError } from "../../core/errors.ts";
import { openAddress } from "../account/open-address.ts";
import type { Order } from "../account/records.ts";
import type { Session } from "../account/session.ts";
import { openClient } from "../account/session.ts";
import type { Context } from "../context.ts";
import type { ExitCode } from "../run.ts";
import type { View } from "./model.ts";
import { showsUnicode } from "./sparkline.ts";

interface ScreenFlags {
  readonly json?: boolean;
  readonly plain?: boolean;
  /** False for --no-input. */
  readonly input: boolean;
}

/** Whether there is a terminal for a screen with keys, and one is wanted. */
export const canShow = (
  { printsToTerminal, canAsk, env }: Context,
  { json, plain, input }: ScreenFlags,
): boolean =>
  printsToTerminal && canAsk && input && !json && !plain && !env["CI"] && env["TERM"] !== "dumb";

interface Shown {
  readonly view: View;
  /** False for --no-color. */
  readonly color: boolean;
  readonly order?: Order;
  readonly tool?: string;
}

/**
 * Shows the account until its person leaves.
 * @throws what a client's calls throw when the log-in is not accepted
 */
export async function showAccount(
  context: Context,
  session: Session,
  { view, color, order, tool }: Shown,
): Promise<ExitCode> {
  const { env, signal } = context;
  // React is many times slower in its other build, which is the default.
  process.env["NODE_ENV"] ??= "production";
  const [{ createElement }, { render }, { App }, { createController }] = await Promise.all([
    import("react"),
    import("ink"),
    import("./App.ts"),
    import("./controller.ts"),
  ]);
  const client = openClient(context, session);
  const addresses = new Set<string>();
  let left = "quit" as "quit" | "interrupt";
  let bug: unknown;
  const { stdout, stdin } = process;
  const controller = createController(
    {
      client,
      now: () => Date.now() / 1000,
      onBug: (error) => {
        bug ??= error;
        instance.unmount();
      },
      async open(address) {
        const isOpen = await openAddress(address, env);
        if (!isOpen) addresses.add(address);
        return isOpen;
      },
    },
    {
      view,
      size: { columns: stdout.columns, rows: stdout.rows },
      who: { email: session.email, api: session.api, isUnicode: showsUnicode(env), tool },
      ...(order && { order }),
    },
  );
  const readsAloud = env["INK_SCREEN_READER"] === "true";
  const instance = render(
    createElement(App, {
      controller,
      hasColor: color && !env["NO_COLOR"],
      onLeave: (why) => (left = why),
    }),
    {
      stdout,
      stdin,
      interactive: true,
      exitOnCtrlC: false,
      patchConsole: false,
      incrementalRendering: true,
      // A screen reader reads what is written, and goes back over it.
      alternateScreen: !readsAloud,
      isScreenReaderEnabled: readsAloud,
    },
  );
  const stop = (): void => instance.unmount();
  signal.addEventListener("abort", stop, { once: true });
  try {
    await instance.waitUntilExit();
  } finally {
    signal.removeEventListener("abort", stop);
    await client.close();
  }
  if (bug !== undefined) throw bug;
  for (const address of addresses) context.print(`${address}\n`);
  if (signal.aborted) throw new ToolkitError("CANCELLED", {}, { cause: signal.reason });
  return left === "interrupt" ? 130 : 0;
}
