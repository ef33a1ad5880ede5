import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useApplication } from "../../application/application.ts";
import { readPendingStart } from "../../workspace/start/pending-start.ts";
import type { Pricing } from "#core/page/page.ts";
import { Calculator } from "../../parts/pricing/Calculator.tsx";
import { PaymentOutcome } from "./PaymentOutcome.tsx";
import { WaitingJob } from "./WaitingJob.tsx";
import { OfferButton } from "./OfferButton.tsx";
import { useOutcome } from "./use-outcome.ts";
import { usePurchase } from "./use-purchase.ts";

interface Offer {
  readonly slot: HTMLElement;
  readonly id: string;
  readonly label: string;
}

/** Placeholders of the buttons among the prices, with the id and label of each offer. */
const findOffers = (): readonly Offer[] =>
  Array.from(document.querySelectorAll<HTMLElement>("#content [data-offer]"), (slot) => ({
    slot,
    id: slot.dataset["offer"]!,
    label: slot.dataset["label"]!,
  }));

/** Placeholder of the calculator, with the prices; the server's content is removed. */
function findCalculator(): { readonly slot: HTMLElement; readonly pricing: Pricing } | null {
  const slot = document.querySelector<HTMLElement>("#content [data-calculator]");
  if (!slot) return null;
  // Only once: later content is rendered by React.
  if (!slot.querySelector("input")) slot.replaceChildren();
  return { slot, pricing: JSON.parse(slot.dataset["calculator"]!) as Pricing };
}

/** Adds purchasing to the price list: buttons, the current plan, the result of a payment. */
export function PricingLive() {
  const [offers] = useState(findOffers);
  const [calculator] = useState(findCalculator);
  const purchase = usePurchase();
  const payment = useOutcome();
  const { shell, tabStorage, notices } = useApplication();
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
      {offers.map(({ slot, id, label }) =>
        createPortal(<OfferButton id={id} label={label} purchase={purchase} />, slot, id),
      )}
      {calculator &&
        createPortal(<Calculator pricing={calculator.pricing} live />, calculator.slot)}
    </>
  );
}
