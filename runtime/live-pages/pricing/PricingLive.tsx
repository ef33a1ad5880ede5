import { useState } from "react";
import { createPortal } from "react-dom";
import { PaymentOutcome } from "./PaymentOutcome.tsx";
import { OfferButton } from "./OfferButton.tsx";
import { useOutcome } from "./use-outcome.ts";
import { usePurchase } from "./use-purchase.ts";

interface Offer {
  readonly place: HTMLElement;
  readonly id: string;
  readonly label: string;
}

/** Places of the buttons among the prices: they name what is bought and say it in words. */
const findOffers = (): readonly Offer[] =>
  Array.from(document.querySelectorAll<HTMLElement>("#content [data-offer]"), (place) => ({
    place,
    id: place.dataset["offer"]!,
    label: place.dataset["label"]!,
  }));

/** Makes a list of prices one to buy from: buttons, the plan at hand, what became of a payment. */
export function PricingLive() {
  const [offers] = useState(findOffers);
  const purchase = usePurchase();
  const payment = useOutcome();
  return (
    <>
      <PaymentOutcome {...payment} />
      {offers.map(({ place, id, label }) =>
        createPortal(<OfferButton id={id} label={label} purchase={purchase} />, place, id),
      )}
    </>
  );
}
