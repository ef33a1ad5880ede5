import type { Page } from "#core/page/page.ts";
import type { LocaleValue } from "../i18n/context.tsx";
import type { ComponentType } from "react";

/** Why an error page is shown instead of the requested page. */
export interface RouteError {
  readonly status: 404 | 500;
  /** A fatal error takes the whole screen; others keep the page chrome (NAV-1, NAV-2). */
  readonly fatal: boolean;
  /** The requested path. */
  readonly path: string;
}

/** The content that the router shows. Each navigation has its own key. */
export interface Shown {
  readonly key: number;
  /** While the page is adopted: without the texts of its static parts. */
  readonly page: Page;
  /** Whether the page is HTML from the server. */
  readonly adopted: boolean;
  /** Null while only adopted HTML is shown. */
  readonly locale: LocaleValue | null;
  readonly component: PageComponent | undefined;
  readonly error: RouteError | null;
}

export interface RouterState extends Shown {
  /** Address of the page shown. */
  readonly href: string;
  /** Address that is being loaded. */
  readonly pending: string | null;
}

/** The page of an error. */
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

/** A component that renders pages of a kind. */
export type PageComponent = ComponentType<{ readonly page: never }>;
