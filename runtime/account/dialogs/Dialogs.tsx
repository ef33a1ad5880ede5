import { type ReactNode, useEffect, useRef, useState } from "react";
import { useStore } from "zustand";
import type { OpenDialog } from "../store/dialogs.ts";
import { Confirm } from "./Confirm.tsx";
import { type Drafts, clearDrafts, createDrafts } from "./drafts.ts";
import { safeStorage } from "../../services/storage.ts";
import { Gift } from "./Gift.tsx";
import { Insufficient } from "./Insufficient.tsx";
import { Login } from "./Login.tsx";
import { Register } from "./Register.tsx";
import { Reset } from "./Reset.tsx";
import { useAccount } from "../store/use-account.ts";

const AUTH = { login: Login, register: Register, reset: Reset } as const;

/** The open dialogs, each above the previous one. */
export function Dialogs({
  shortcuts,
}: {
  /** The list of keyboard shortcuts: its owner renders it. */
  readonly shortcuts?: (onClose: () => void) => ReactNode;
}) {
  const { dialogs, user } = useAccount();
  const stack = useStore(dialogs, (state) => state.stack);
  const [drafts] = useState(() => createDrafts(safeStorage(() => window.sessionStorage)));
  const status = useStore(user, (state) => state.status);
  const before = useRef(status);

  useEffect(() => {
    const was = before.current;
    before.current = status;
    if (was === "in" && status === "out") clearDrafts(drafts);
    // A login in this tab closes its dialog itself; this one came from another tab.
    if (was !== "restoring" || status !== "in") return;
    const open = dialogs.getState().stack.find(({ request: { name } }) => name in AUTH);
    if (open) dialogs.close(true, open.id);
  }, [status, dialogs, drafts]);

  return stack.map((entry) => (
    <Open
      key={entry.id}
      entry={entry}
      drafts={drafts}
      {...(shortcuts !== undefined && { shortcuts })}
    />
  ));
}

function Open({
  entry: { id, request },
  drafts,
  shortcuts,
}: {
  readonly entry: OpenDialog;
  readonly drafts: Drafts;
  readonly shortcuts?: (onClose: () => void) => ReactNode;
}): ReactNode {
  const { dialogs } = useAccount();
  const onClose = (): void => dialogs.close(false, id);
  const onDone = (): void => dialogs.close(true, id);
  switch (request.name) {
    case "login":
    case "register":
    case "reset": {
      const Auth = AUTH[request.name];
      return (
        <Auth
          email={request.email ?? ""}
          {...(request.why !== undefined && { why: request.why })}
          drafts={drafts}
          onClose={onClose}
          onDone={onDone}
          onSwitch={dialogs.replace}
        />
      );
    }
    case "gift":
      return <Gift onClose={onClose} onDone={onDone} />;
    case "insufficient":
      return (
        <Insufficient
          needed={request.needed}
          {...(request.waiting && { waiting: request.waiting })}
          onClose={onClose}
          onDone={onDone}
        />
      );
    case "confirm":
      return <Confirm request={request} onAnswer={(yes) => dialogs.close(yes, id)} />;
    case "shortcuts":
      return shortcuts?.(onClose);
  }
}
