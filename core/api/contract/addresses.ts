/** What is enough like an address of mail, or like a phone number in the international form. */
export const ADDRESS = /^(?:[^\s@]+@[^\s@]+\.[^\s@.]+|\+[\d\s().-]{8,30})$/;
const MAILBOX = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
const PHONE = /^\+[1-9]\d{7,14}$/;

/** Whether what an account is known by is a phone, to which text messages are sent. */
export const isPhone = (address: string): boolean => PHONE.test(address);

/** A phone number without what people put between its digits; null for any other text. */
export function phoneOf(text: string): string | null {
  const number = text.replace(/[\s().-]/g, "");
  return isPhone(number) ? number : null;
}

export const isMailbox = (text: string): boolean => MAILBOX.test(text);
