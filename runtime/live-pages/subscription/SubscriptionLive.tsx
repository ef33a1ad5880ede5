import { Gate } from "../parts/Gate.tsx";
import { Payments } from "./Payments.tsx";
import { PlanSection } from "./PlanSection.tsx";

/** The plan, its end date, and past payments (USR-12). */
export const SubscriptionLive = () => (
  <Gate name="subscription">
    {() => (
      <>
        <PlanSection />
        <Payments />
      </>
    )}
  </Gate>
);
