import { createHmac } from "node:crypto";
import type { Settings } from "../deps/settings.ts";

/** Rules by which a provider maps addresses to mailboxes, in addition to tags after a plus sign. */
interface Provider {
  readonly domains: readonly string[];
  /** Canonical domain, if the same local part at all these domains is one mailbox. */
  readonly shared?: string;
  /** Ignored characters of the local part. */
  readonly ignored?: readonly string[];
  /** Separator of tags, in addition to the plus sign. */
  readonly tag?: string;
  /** Whether `anything@name.domain` leads to the mailbox `name@domain`. */
  readonly hasSubdomains?: true;
}

const words = (text: string): string[] => text.split(" ");

/** As documented by the providers, which docs/server.md lists. */
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
    // Account names contain no hyphens.
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

/** The text before the first occurrence of a character; the whole text if nothing would be left. */
function before(text: string, mark: string): string {
  const at = text.indexOf(mark, 1);
  return at < 0 ? text : text.slice(0, at);
}

/**
 * Name and domain of an address whose local part may be a tag: the subdomain has hyphens in place
 * of the name's underscores.
 */
function withoutSubdomain(local: string, domain: string): readonly [string, string] {
  const dot = domain.indexOf(".");
  const parent = domain.slice(dot + 1);
  if (OF_DOMAIN.get(parent)?.hasSubdomains) return [domain.slice(0, dot), parent];
  return [OF_DOMAIN.get(domain)?.hasSubdomains ? local.replaceAll("_", "-") : local, domain];
}

/**
 * Normalizes an address to its mailbox by the provider's documented rules: tags and ignored
 * characters are removed. Only for comparison: messages are sent to the address itself. Phone
 * numbers are unchanged.
 * @param address normalized for lookups
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

/** Keyed digest of a mailbox, which cannot be reversed without the server's secret. */
export const mailboxKey = ({ secret }: Pick<Settings, "secret">, address: string): string =>
  createHmac("sha256", secret)
    .update(`free credits ${mailboxOf(address)}`)
    .digest("base64url");
