import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useApplication } from "../../application/application.ts";
import { readPendingStart } from "../../workspace/start/pending-start.ts";
import type { Pricing } from "#core/page/page.ts";
import { Offers, offerKinds } from "../../parts/pricing/Offers.tsx";
import { PaymentOutcome } from "./PaymentOutcome.tsx";
import { WaitingJob } from "./WaitingJob.tsx";
import { OfferButton } from "./OfferButton.tsx";
import { useOutcome } from "./use-outcome.ts";
import { usePurchase } from "./use-purchase.ts";

/** Placeholder of the offers, with the prices; the server's content is removed. */
function findOffers(lacksCredits: boolean) {
  const slot = document.querySelector<HTMLElement>("#content [data-calculator]");
  if (!slot) return null;
  const pricing = JSON.parse(slot.dataset["calculator"]!) as Pricing;
  // What the visitor has chosen before the application was there stays chosen.
  const chosen = slot.querySelector<HTMLInputElement>("[name=offers]:checked")?.value;
  // A pack is the cheapest way to the credits that one job lacks.
  const initial = offerKinds(pricing).find((kind) => kind === (lacksCredits ? "packs" : chosen));
  slot.replaceChildren();
  return { slot, pricing, ...(initial && { initial }) };
}

/** Adds purchasing to the price list: buttons, the current plan, the result of a payment. */
export function PricingLive() {
  const purchase = usePurchase();
  const payment = useOutcome();
  const { shell, tabStorage, notices } = useApplication();
  const [offers] = useState(() =>
    findOffers(
      readPendingStart(tabStorage, Date.now()) !== null ||
        new URLSearchParams(location.search).get("utm_source") === "insufficient_credits",
    ),
  );
  const isPaid = payment.outcome.name === "paid";
  useEffect(() => {
    const pending = isPaid ? readPendingStart(tabStorage, Date.now()) : null;
    if (!pending) return;
    // A visitor who bought credits for a pending job returns to the job, and it starts.
    notices.toast("pages:pricing.outcome.paid.title", "good");
    void shell.router.navigate(pending.path);
  }, [isPaid, shell, tabStorage, notices]);
  return (
    <>
      <PaymentOutcome {...payment} />
      {payment.outcome.name !== "paid" && <WaitingJob />}
      {offers &&
        createPortal(
          <Offers
            pricing={offers.pricing}
            {...(offers.initial && { initial: offers.initial })}
            action={(offer) => <OfferButton {...offer} purchase={purchase} />}
          />,
          offers.slot,
        )}
    </>
  );
}
