import { Fragment, useDeferredValue } from "react";
import { useStore } from "zustand";
import { useT } from "../../i18n/context.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { Kbd } from "../../ui/Feedback.tsx";
import { Checkbox } from "../../ui/field/Field.tsx";
import { useWorkspace } from "../../contract/context.ts";
import {
  type Shortcut,
  type ShortcutScope,
  SHORTCUTS,
} from "../../contract/shortcuts/shortcuts.ts";
import { capsOf } from "../../contract/shortcuts/key-caps.ts";
import css from "./shortcuts.module.css";

const SCOPES: readonly ShortcutScope[] = ["workspace", "list", "panel"];

/** The list of bound shortcuts, with keys as this keyboard labels them. */
export function Shortcuts({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const { keyboard } = useWorkspace();
  const { bound, single } = useStore(keyboard);
  // The dialog answers the key before its long list is rendered.
  const scopes = useDeferredValue(SCOPES, []);
  const groups = scopes
    .map(
      (scope) =>
        [scope, SHORTCUTS.filter((own) => own.scope === scope && bound.includes(own.id))] as const,
    )
    .filter(([, shortcuts]) => shortcuts.length > 0);
  return (
    <Dialog title={t("workspace:keys.title")} onClose={onClose} size="wide">
      <Checkbox
        as="switch"
        label={t("workspace:keys.single")}
        checked={single}
        onChange={({ currentTarget }) => keyboard.setSingle(currentTarget.checked)}
      />
      <div className={css["groups"]}>
        {groups.map(([scope, shortcuts]) => (
          <section
            key={scope}
            className={css["group"]}
            aria-label={t(`workspace:keys.scope.${scope}`)}
          >
            <h3 className={css["title"]}>{t(`workspace:keys.scope.${scope}`)}</h3>
            <dl className={css["list"]}>
              {shortcuts.map((shortcut) => (
                <div key={shortcut.id} className={css["row"]}>
                  <dt>{t(shortcut.label)}</dt>
                  <dd>
                    <Keys shortcut={shortcut} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      <p className={css["note"]}>{t("workspace:keys.note")}</p>
    </Dialog>
  );
}

/** All alternatives of a shortcut; consecutive digits are shown as a range. */
function Keys({ shortcut: { keys } }: { readonly shortcut: Shortcut }) {
  const t = useT();
  const { keyboard } = useWorkspace();
  const isRow = keys.length > 2;
  const shown = isRow ? [keys[0]!, keys.at(-1)!] : keys;
  return shown.map((combo, at) => (
    <Fragment key={combo}>
      {at > 0 && <span className={css["or"]}>{isRow ? "–" : t("workspace:keys.or")}</span>}
      <span className={css["combo"]} dir="ltr">
        {capsOf(combo, keyboard.isApple, t).map((cap) => (
          <Kbd key={cap}>{cap}</Kbd>
        ))}
      </span>
    </Fragment>
  ));
}
