import { Gate } from "../parts/Gate.tsx";
import { Usage } from "./Usage.tsx";

/** The usage history (USR-12). */
export const HistoryLive = () => <Gate name="history">{() => <Usage />}</Gate>;
