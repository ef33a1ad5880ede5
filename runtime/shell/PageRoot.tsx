import { useMemo } from "react";
import { useStore } from "zustand";
import { LocaleContext } from "../i18n/context.tsx";
import { PageView } from "../parts/PageView.tsx";
import { AdoptedContext } from "../parts/Static.tsx";
import { Boundary } from "../ui/Boundary.tsx";
import { useShell } from "../application/shell.ts";

/** The content of `<main>`. */
export function PageRoot() {
  const { router } = useShell();
  const { key, page, adopted, locale, component, error } = useStore(router.store);
  // The rest of the store changes more often, and no page depends on it.
  return useMemo(
    () => (
      <Boundary key={key} onError={(thrown) => void router.fail(thrown)}>
        <LocaleContext value={locale}>
          <AdoptedContext value={adopted}>
            <PageView page={page} component={component} {...(error && { error })} />
          </AdoptedContext>
        </LocaleContext>
      </Boundary>
    ),
    [router, key, page, adopted, locale, component, error],
  );
}
