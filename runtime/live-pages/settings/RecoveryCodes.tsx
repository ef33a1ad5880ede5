import { useEffect, useRef } from "react";
import { createShare } from "../../services/share.ts";
import { useLocale } from "../../i18n/context.tsx";
import { CopyButton } from "../../ui/brief/CopyButton.tsx";
import { Button } from "../../ui/Button.tsx";
import css from "../parts/account-pages.module.css";
import { filePrefixOf, saveText } from "./save-text.ts";
import own from "./settings.module.css";

/** The recovery codes, which are shown only once. */
export function RecoveryCodes({
  codes,
  onClose,
}: {
  readonly codes: readonly string[];
  readonly onClose: () => void;
}) {
  const { site, t } = useLocale();
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.focus(), []);
  const text = `${codes.join("\n")}\n`;
  return (
    <div className={css["stack"]}>
      <p>{t("pages:settings.twoFactor.codesText")}</p>
      <ul
        ref={list}
        className={own["codes"]}
        tabIndex={-1}
        aria-label={t("pages:settings.twoFactor.codes")}
      >
        {codes.map((code) => (
          <li key={code} dir="ltr">
            {code}
          </li>
        ))}
      </ul>
      <div className={css["row"]}>
        <Button
          look="primary"
          onClick={() =>
            saveText(`${filePrefixOf(site.name)}-recovery-codes.txt`, text, "text/plain")
          }
        >
          {t("pages:settings.twoFactor.save")}
        </Button>
        <CopyButton
          label={t("pages:settings.twoFactor.copy")}
          copied={t("pages:settings.twoFactor.copied")}
          copy={() => createShare({ navigator, document }).copyLink(text)}
        />
        <Button look="quiet" onClick={onClose}>
          {t("pages:settings.twoFactor.done")}
        </Button>
      </div>
    </div>
  );
}
