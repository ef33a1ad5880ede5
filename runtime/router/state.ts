import type { Page } from "#core/page/page.ts";
import type { LocaleValue } from "../i18n/context.tsx";
import type { ComponentType } from "react";

/** Why another page than the wanted one is shown. */
export interface RouteError {
  readonly status: 404 | 500;
  /** A fatal error takes the whole screen; the other one leaves the page chrome (NAV-1, NAV-2). */
  readonly fatal: boolean;
  /** The path that was asked for. */
  readonly path: string;
}

/** What the router shows. Each showing has a key of its own. */
export interface Shown {
  readonly key: number;
  /** While the page is adopted: without the texts of its static parts. */
  readonly page: Page;
  /** Whether the page is HTML from the server. */
  readonly adopted: boolean;
  /** Null while nothing but adopted HTML needs it. */
  readonly locale: LocaleValue | null;
  readonly component: PageComponent | undefined;
  readonly error: RouteError | null;
}

export interface RouterState extends Shown {
  /** Address of the shown page. */
  readonly href: string;
  /** Address that is being loaded. */
  readonly pending: string | null;
}

/** A page in place of one that is not there or broke. */
export const errorPage = (error: RouteError, locale: string): Page => ({
  kind: "error",
  status: error.status,
  id: `${error.status}`,
  locale,
  route: error.path,
  path: error.path,
  locales: [],
  translated: true,
  untranslated: [],
  indexable: false,
  modified: "",
  name: "",
  title: "",
  description: "",
  heading: "",
  tagline: "",
  html: "",
});

/** A component that shows pages of one kind. */
export type PageComponent = ComponentType<{ readonly page: never }>;
