/** An email address, or a phone number in international form, checked loosely. */
export const ADDRESS = /^(?:[^\s@]+@[^\s@]+\.[^\s@.]+|\+[\d\s().-]{8,30})$/;
const MAILBOX = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
const PHONE = /^\+[1-9]\d{7,14}$/;

/** Whether an account's address is a phone number, to which text messages are sent. */
export const isPhone = (address: string): boolean => PHONE.test(address);

/** A phone number without the separators between its digits; null for any other text. */
export function phoneOf(text: string): string | null {
  const number = text.replace(/[\s().-]/g, "");
  return isPhone(number) ? number : null;
}

export const isMailbox = (text: string): boolean => MAILBOX.test(text);
