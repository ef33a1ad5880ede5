import { createHmac } from "node:crypto";
import type { Settings } from "../deps/settings.ts";

/** How the providers of some domains find the mailbox of an address, beside tags after a plus sign. */
interface Provider {
  readonly domains: readonly string[];
  /** The domain of the address that stands for the mailbox, where the same name at all of them is one mailbox. */
  readonly shared?: string;
  /** Characters of the local part that are ignored. */
  readonly ignored?: readonly string[];
  /** Character after which a tag follows, besides the plus sign. */
  readonly tag?: string;
  /** Whether `anything@name.domain` leads to the mailbox `name@domain`. */
  readonly hasSubdomains?: true;
}

const words = (text: string): string[] => text.split(" ");

/** As the providers document it; docs/server.md names them. */
const PROVIDERS: readonly Provider[] = [
  { domains: words("gmail.com googlemail.com"), shared: "gmail.com", ignored: ["."] },
  {
    domains: words("proton.me protonmail.com protonmail.ch pm.me"),
    shared: "proton.me",
    ignored: [".", "-", "_"],
  },
  { domains: words("icloud.com me.com mac.com"), shared: "icloud.com" },
  {
    domains: [
      ...words("ymail.com rocketmail.com myyahoo.com y7mail.com"),
      ...words(
        "com at be bg ca cl co.id co.il co.in co.kr co.nz co.th co.uk co.za com.ar com.au com.br com.co com.hk com.hr com.mx com.my com.pe com.ph com.sg com.tr com.tw com.ua com.ve com.vn cz de dk ee es fi fr gr hu ie in it lt lv nl no pl pt ro se sk",
      ).map((end) => `yahoo.${end}`),
    ],
    // The names of accounts have no hyphens.
    tag: "-",
  },
  {
    domains: [
      ...words("cn co.uk com com.au de es fm fr im in jp mx net nl org se to tw uk us").map(
        (end) => `fastmail.${end}`,
      ),
      ...words(
        "123mail.org airpost.net eml.cc f-m.fm fastem.com fastmailbox.net fastmessaging.com fea.st fmail.co.uk fmailbox.com ftml.net hailmail.net imap.cc imapmail.org internet-mail.org letterboxes.org mailbolt.com mailcan.com mailforce.net mailhaven.com mailingaddress.org mailite.com mailmight.com mailnew.com mailsent.net mailservice.ms mailworks.org messagingengine.com mm.st myfastmail.com operamail.com ownmail.net postinbox.com proinbox.com promessage.com rushpost.com sent.as sent.at sent.com speedymail.org swift-mail.com the-fastest.net veryfast.biz warpmail.net xsmail.com yepmail.net your-mail.com",
      ),
    ],
    hasSubdomains: true,
  },
];

const OF_DOMAIN: ReadonlyMap<string, Provider> = new Map(
  PROVIDERS.flatMap((provider) => provider.domains.map((domain) => [domain, provider] as const)),
);

/** What comes before the first of a character; all of it where nothing would. */
function before(text: string, mark: string): string {
  const at = text.indexOf(mark, 1);
  return at < 0 ? text : text.slice(0, at);
}

/**
 * The name and the domain of an address whose tag may be its local part: a subdomain has hyphens where
 * the name has underscores.
 */
function withoutSubdomain(local: string, domain: string): readonly [string, string] {
  const dot = domain.indexOf(".");
  const parent = domain.slice(dot + 1);
  if (OF_DOMAIN.get(parent)?.hasSubdomains) return [domain.slice(0, dot), parent];
  return [OF_DOMAIN.get(domain)?.hasSubdomains ? local.replaceAll("_", "-") : local, domain];
}

/**
 * The mailbox that an address leads to, as far as its provider documents it: tags are removed, and
 * characters that are ignored. Only for comparing: messages go to the address itself. A phone number
 * stays as it is.
 * @param address in the form in which it is looked up
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf("@");
  if (at < 0) return address;
  const [local, domain] = withoutSubdomain(
    before(address.slice(0, at), "+"),
    address.slice(at + 1),
  );
  const { shared = domain, ignored = [], tag } = OF_DOMAIN.get(domain) ?? {};
  const untagged = tag === undefined ? local : before(local, tag);
  const name = ignored.reduce((rest, character) => rest.replaceAll(character, ""), untagged);
  return `${name === "" ? untagged : name}@${shared}`;
}

/** Keyed digest of a mailbox, from which it cannot be found without the server's secret. */
export const mailboxKey = ({ secret }: Pick<Settings, "secret">, address: string): string =>
  createHmac("sha256", secret)
    .update(`free credits ${mailboxOf(address)}`)
    .digest("base64url");
