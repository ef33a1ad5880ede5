import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { cheapestPack } from "#core/credits/cheapest-offers.ts";
import { useCredits } from "../../account/store/use-credits.ts";
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
  return { slot, offers: { pricing, ...(initial && { initial }) } };
}

/** Adds purchasing to the price list: buttons, the current plan, the result of a payment. */
export function PricingLive() {
  const purchase = usePurchase();
  const payment = useOutcome();
  const { shell, user, tabStorage, notices } = useApplication();
  const [waiting] = useState(() => readPendingStart(tabStorage, Date.now()));
  const [found] = useState(() =>
    findOffers(
      waiting !== null ||
        new URLSearchParams(location.search).get("utm_source") === "insufficient_credits",
    ),
  );
  const credits = useCredits(user);
  const missing = waiting && credits !== null ? waiting.request.due - credits : 0;
  // The pack that the dialog of the job offered.
  const pack = found && missing > 0 ? cheapestPack(missing, found.offers.pricing.packs) : null;
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
      {/* What a payment may have changed already is not told. */}
      {!["checking", "pending", "paid"].includes(payment.outcome.name) && <WaitingJob />}
      {found &&
        createPortal(
          <Offers
            {...found.offers}
            {...(pack && { initialMinutes: pack.credits })}
            action={(offer) => <OfferButton {...offer} purchase={purchase} />}
          />,
          found.slot,
        )}
    </>
  );
}
