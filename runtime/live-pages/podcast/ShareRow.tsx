import { useState } from "react";
import { NETWORK_NAMES, SHARE_NETWORKS, SHARE_TITLE, shareAddress } from "#core/page/share.ts";
import { useLocale } from "../../i18n/context.tsx";
import { createShare } from "../../services/share.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { CopyButton } from "../../ui/brief/CopyButton.tsx";
import { TextField } from "../../ui/field/Field.tsx";
import css from "./podcast-live.module.css";

/** Ways to share a URL: the browser's share sheet, three networks, and the link itself. */
export function ShareRow({ url }: { readonly url: string }) {
  const { t } = useLocale();
  const [share] = useState(() => createShare({ navigator, document }));
  const [byHand, setByHand] = useState(false);
  const shared = { url, title: SHARE_TITLE };
  const copy = async (): Promise<boolean> => {
    const isCopied = await share.copyLink(url);
    if (!isCopied) setByHand(true);
    return isCopied;
  };
  const openSheet = async (): Promise<void> => {
    if ((await share.openSheet(shared)) === "failed") setByHand(true);
  };
  return (
    <>
      <ul className={css["ways"]}>
        {share.hasSheet(shared) && (
          <li>
            <Button look="primary" onClick={() => void openSheet()}>
              {t("pages:podcast.sheet")}
            </Button>
          </li>
        )}
        <li>
          <CopyButton
            label={t("pages:podcast.copy")}
            copied={t("pages:podcast.copied")}
            copy={copy}
          />
        </li>
        {SHARE_NETWORKS.map((network) => (
          <li key={network}>
            <ButtonLink
              href={shareAddress(network, shared)}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={t("pages:podcast.shareOn", { name: NETWORK_NAMES[network] })}
            >
              {NETWORK_NAMES[network]}
            </ButtonLink>
          </li>
        ))}
      </ul>
      {byHand && (
        <TextField
          label={t("pages:podcast.link")}
          hint={t("pages:podcast.linkHint")}
          value={url}
          readOnly
          dir="ltr"
          onFocus={(event) => event.target.select()}
        />
      )}
    </>
  );
}
