import type { DialogRequest } from "../store/dialogs.ts";
import type { Text } from "../../notices/notices.ts";
import type { Drafts } from "./drafts.ts";

/** Props of account dialogs. */
export interface AuthProps {
  /** The address, if the caller knows it. */
  readonly email: string;
  /** Why an account is needed. */
  readonly why?: Text;
  readonly drafts: Drafts;
  readonly onClose: () => void;
  /** Called once the visitor is logged in. */
  readonly onDone: () => void;
  readonly onSwitch: (request: DialogRequest) => void;
}
