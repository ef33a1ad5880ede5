import { useCallback } from "react";
import { useStore } from "zustand";
import type { PaymentRecord } from "#core/api/contract/shapes.ts";
import { useApplication } from "../../application/application.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Section } from "../../parts/Section.tsx";
import { Button } from "../../ui/Button.tsx";
import { Badge } from "../../ui/Feedback.tsx";
import css from "../parts/account-pages.module.css";
import { useMoments } from "../parts/moment.ts";
import { mainUnits } from "./money.ts";
import { ListProblem, Pager } from "../parts/Pager.tsx";
import { Skeleton } from "../parts/Skeleton.tsx";
import { usePages } from "../parts/use-pages.ts";

const PAGE_SIZE = 10;
const WEIGHTS = { paid: "good", pending: "attention", failed: "bad", refunded: "plain" } as const;

/** Payments, the newest first, with invoices (USR-8). */
export function Payments() {
  const { t } = useLocale();
  const { user } = useApplication();
  const records = useStore(user, (state) => state.paymentHistory);
  const load = useCallback(
    (page: number, signal: AbortSignal) => user.loadPayments({ page, pageSize: PAGE_SIZE }, signal),
    [user],
  );
  const pages = usePages(load, PAGE_SIZE);
  return (
    <Section id="payments" title={t("pages:subscription.payments")}>
      <div className={css["stack"]} aria-busy={pages.busy}>
        <ListProblem pages={pages} />
        {pages.total === null && pages.busy && <Skeleton />}
        {pages.total === 0 && <p>{t("pages:subscription.noPayments")}</p>}
        {pages.total !== null && records.length > 0 && <PaymentTable records={records} />}
        <Pager pages={pages} label={t("pages:subscription.payments")} />
      </div>
    </Section>
  );
}

function PaymentTable({ records }: { readonly records: readonly PaymentRecord[] }) {
  const { t, format } = useLocale();
  const { user } = useApplication();
  const moments = useMoments();
  const heads = ["date", "item", "amount", "status", "invoice"] as const;
  const head = (name: (typeof heads)[number]): string => t(`pages:subscription.head.${name}`);
  return (
    <div className={css["scroll"]}>
      <table className={css["table"]}>
        <caption className="visually-hidden">{t("pages:subscription.payments")}</caption>
        <thead>
          <tr>
            {heads.map((name) => (
              <th key={name} scope="col">
                {head(name)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map(({ order_id, name, amount, currency, status, created_at }) => (
            <tr key={order_id}>
              <th scope="row">{moments.day(created_at)}</th>
              <td data-label={head("item")}>
                <bdi>{name}</bdi>
              </td>
              <td data-label={head("amount")}>
                {format.price(mainUnits(amount, currency), currency)}
              </td>
              <td data-label={head("status")} data-badge="">
                <Badge weight={WEIGHTS[status]}>{t(`pages:subscription.status.${status}`)}</Badge>
              </td>
              <td data-label={head("invoice")}>
                {(status === "paid" || status === "refunded") && (
                  <Button
                    small
                    aria-label={t("pages:subscription.invoiceOf", {
                      date: moments.day(created_at),
                    })}
                    onClick={() => void user.openInvoice(order_id)}
                  >
                    {head("invoice")}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
