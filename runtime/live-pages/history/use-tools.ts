import { useEffect, useState } from "react";
import type { WorkspaceTool } from "#core/page/app-data.ts";
import { useApplication } from "../../application/application.ts";
import { useLocale } from "../../i18n/context.tsx";

/** The site's tools in the page's language. */
export function useTools(): readonly WorkspaceTool[] {
  const { shell, data } = useApplication();
  const { code } = useLocale().locale;
  const [tools, setTools] = useState(data.tools);
  useEffect(() => {
    let here = true;
    shell
      .appData(code)
      .then((own) => here && setTools(own.tools))
      .catch(shell.report);
    return () => {
      here = false;
    };
  }, [shell, code]);
  return tools;
}
