import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import { useStore } from "zustand";
import { AccountMenu } from "../account/menu/AccountMenu.tsx";
import { Dialogs } from "../account/dialogs/Dialogs.tsx";
import { LivePages } from "../live-pages/LivePages.tsx";
import { AccountContext } from "../account/store/use-account.ts";
import { type LocaleValue, LocaleContext } from "../i18n/context.tsx";
import { Notices } from "../notices/Notices.tsx";
import {
  ApplicationContext,
  useApplication,
  type Application,
} from "../application/application.ts";
import { ShellContext } from "../application/shell.ts";
import { WorkspaceLayer } from "./WorkspaceLayer.tsx";

/** The language of the page shown, once its messages are loaded. */
function useOverlayLocale(first: LocaleValue): LocaleValue {
  const application = useApplication();
  const { shell } = application;
  const code = useStore(shell.router.store, ({ page }) => page.locale);
  const [locale, setLocale] = useState(first);
  useEffect(() => {
    if (locale.locale.code === code) return;
    let here = true;
    Promise.all([shell.loadLocale(code), shell.loadMessages(code, [...application.files])])
      .then(([next]) => {
        if (!here) return;
        application.setLocale(next);
        setLocale(next);
      })
      .catch(shell.report);
    return () => {
      here = false;
    };
  }, [code, locale, shell, application]);
  return locale;
}

/** Delay in ms before a pressed button is checked again. */
const PRESSED = 20;

/** The account menu in the header. It moves when the header is replaced. */
function AccountSlot({ onReady }: { readonly onReady: () => void }) {
  const { shell } = useApplication();
  const key = useStore(shell.router.store, (state) => state.key);
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  const focused = useRef(false);
  useEffect(() => {
    const found = document.querySelector<HTMLElement>("[data-account]");
    let timer: number | undefined;
    const move = (): void => {
      if (found && found !== slot) {
        // A press on the server-rendered button must end on it: a replacement would not get the
        // click.
        if (found.querySelector(":active")) {
          timer = window.setTimeout(move, PRESSED);
          return;
        }
        focused.current = found.contains(document.activeElement);
        // Replaces the server-rendered button.
        found.replaceChildren();
      }
      setSlot(found);
      if (!found) onReady();
    };
    // oxlint-disable-next-line react/set-state-in-effect -- the document has it, not React
    move();
    return () => window.clearTimeout(timer);
  }, [key, slot, onReady]);
  useEffect(() => {
    if (!slot) return;
    // Dialogs restore the focus: its target must exist before they open.
    if (focused.current) slot.querySelector("button")?.focus();
    focused.current = false;
    onReady();
  }, [slot, onReady]);
  return slot && createPortal(<AccountMenu />, slot);
}

interface LayersProps {
  readonly first: LocaleValue;
  /** Called when the account menu is mounted. */
  readonly onReady: () => void;
}

function Layers({ first, onReady }: LayersProps) {
  const { user, dialogs, notices, data } = useApplication();
  const { dailyCredits, sale, services } = data;
  const { texts } = services.accounts;
  const locale = useOverlayLocale(first);
  return (
    <LocaleContext value={locale}>
      <AccountContext value={{ user, dialogs, notices, texts, dailyCredits, sale }}>
        <Notices store={notices} />
        <Dialogs />
        <AccountSlot onReady={onReady} />
        <LivePages />
        <WorkspaceLayer />
      </AccountContext>
    </LocaleContext>
  );
}

/** All overlays. */
export const Overlays = ({
  application,
  ...layers
}: LayersProps & { readonly application: Application }) => (
  <ShellContext value={application.shell}>
    <ApplicationContext value={application}>
      <Layers {...layers} />
    </ApplicationContext>
  </ShellContext>
);
