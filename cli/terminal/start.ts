import { ToolkitError } from "#core/errors/errors.ts";
import { openAddress } from "../account/open-address.ts";
import type { Order } from "../account/records.ts";
import { type Session, openClient } from "../account/session.ts";
import type { Context } from "../command-kit/context.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import type { JobFilter } from "../jobs/job-pagers.ts";
import type { View } from "./model.ts";
import { showsUnicode } from "./layout/sparkline.ts";

interface ScreenFlags {
  readonly json?: boolean;
  readonly plain?: boolean;
  /** False for --no-input. */
  readonly input: boolean;
}

/** Whether a full-screen view is possible and requested. */
export const canShow = (
  { printsToTerminal, canAsk, env }: Context,
  { json, plain, input }: ScreenFlags,
): boolean =>
  printsToTerminal && canAsk && input && !json && !plain && !env["CI"] && env["TERM"] !== "dumb";

interface Shown {
  readonly view: View;
  /** Available views; those of an account by default. */
  readonly views?: readonly View[];
  /** False for --no-color. */
  readonly color: boolean;
  readonly order?: Order;
  readonly tool?: string;
  /** The only jobs that the operator's screen lists. */
  readonly jobs?: JobFilter;
}

/**
 * Shows the account until the user quits.
 * @throws errors of client calls if the login is rejected
 */
export async function showAccount(
  context: Context,
  session: Session,
  { view, views, color, order, tool, jobs }: Shown,
): Promise<ExitCode> {
  const { env, signal } = context;
  const { stdout, stdin } = process;
  const client = openClient(context, session);
  const addresses = new Set<string>();
  let left = "quit" as "quit" | "interrupt";
  let ended: { readonly error: unknown } | undefined;
  let leave = (): void => {};
  try {
    // Loading Ink takes longer than a response of the API, so both run concurrently.
    const { createController } = await import("./controller.ts");
    const controller = createController(
      {
        client,
        now: () => Date.now() / 1000,
        onEnd(error) {
          ended ??= { error };
          leave();
        },
        async open(address) {
          const isOpen = await openAddress(address, env);
          if (!isOpen) addresses.add(address);
          return isOpen;
        },
      },
      {
        view,
        ...(views && { views }),
        size: { columns: stdout.columns, rows: stdout.rows },
        account: {
          email: session.email,
          api: session.api,
          isUnicode: showsUnicode(env),
          tool,
          ...(jobs && { jobs }),
        },
        ...(order && { order }),
      },
    );
    controller.load();
    stdout.write("Opening ...");
    const { createElement, render, App } = await loadInk();
    stdout.write("\r\u001B[K");
    if (!signal.aborted && !ended) {
      const readsAloud = env["INK_SCREEN_READER"] === "true";
      const hasColor = color && !env["NO_COLOR"];
      const onLeave = (why: typeof left): void => void (left = why);
      const instance = render(createElement(App, { controller, hasColor, onLeave }), {
        stdout,
        stdin,
        interactive: true,
        exitOnCtrlC: false,
        patchConsole: false,
        incrementalRendering: true,
        // A screen reader reads the output, which is not redrawn.
        alternateScreen: !readsAloud,
        isScreenReaderEnabled: readsAloud,
      });
      leave = () => instance.unmount();
      signal.addEventListener("abort", leave, { once: true });
      await instance.waitUntilExit();
      signal.removeEventListener("abort", leave);
    }
  } finally {
    await client.close();
  }
  if (ended) throw ended.error;
  if (signal.aborted) throw new ToolkitError("CANCELLED", {}, { cause: signal.reason });
  for (const address of addresses) context.print(`${address}\n`);
  return left === "interrupt" ? 130 : 0;
}

async function loadInk() {
  // React's development build, which is the default, is many times slower.
  process.env["NODE_ENV"] ??= "production";
  const [{ createElement }, { render }, { App }] = await Promise.all([
    import("react"),
    import("ink"),
    import("./App.ts"),
  ]);
  return { createElement, render, App };
}
