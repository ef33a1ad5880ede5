import { Gate } from "../parts/Gate.tsx";
import { Usage } from "./Usage.tsx";

/** What credits were used for (USR-12). */
export const HistoryLive = () => <Gate name="history">{() => <Usage />}</Gate>;
