import type { DialogRequest } from "../store/dialogs.ts";
import type { Text } from "../../notices/notices.ts";
import type { Drafts } from "./drafts.ts";

/** What the dialogs around an account get. */
export interface AuthProps {
  /** The address that whoever opened it knows. */
  readonly email: string;
  /** What an account is needed for now. */
  readonly why?: Text;
  readonly drafts: Drafts;
  readonly onClose: () => void;
  /** Called once the visitor is logged in. */
  readonly onDone: () => void;
  readonly onSwitch: (request: DialogRequest) => void;
}
