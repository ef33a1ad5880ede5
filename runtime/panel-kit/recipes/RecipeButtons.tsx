import Download from "lucide-react/icons/download";
import FolderOpen from "lucide-react/icons/folder-open";
import ListPlus from "lucide-react/icons/list-plus";
import { lazy, Suspense, useCallback, useEffect, useState } from "react";
import { useWorkspace } from "../../contract/context.ts";
import { useT } from "../../i18n/context.tsx";
import { createShare } from "../../services/share.ts";
import { CopyButton } from "../../ui/brief/CopyButton.tsx";
import { Button } from "../../ui/Button.tsx";
import { chooseFile } from "../input/choose-file.ts";
import css from "../layout/kit.module.css";
import type { Chain, ToolSettings } from "./recipes.ts";

const ACCEPT = ".json,application/json";
/** Most visitors need none of this code. */
const load = () => import("./recipes.ts");
const RecipeRun = lazy(() => import("./RecipeRun.tsx"));

/**
 * Saves the settings of a tool as a recipe, in a file or a link, and applies or runs a recipe from a
 * file or from the address of the page.
 */
export function RecipeButtons({ settings }: { readonly settings: ToolSettings }) {
  const t = useT();
  const { tool, tools, workspace, models, router, notices, saveCopy, say } = useWorkspace();
  const [chain, setChain] = useState<Chain | null>(null);
  const name = tool?.name ?? settings.effect;
  /** @returns the recipe to run, if it has several steps */
  const apply = useCallback(
    async (source: Blob | string): Promise<Chain | null> => {
      try {
        const { applyRecipe } = await load();
        const applied = await applyRecipe(source, { workspace, tools, models: models.models });
        if ("chain" in applied) {
          say(applied.chain.name);
          return applied.chain;
        }
        if ("fault" in applied) notices.warn(applied.fault);
        else {
          notices.notify({ text: applied.message, weight: "good" });
          if (applied.tool.path !== tool?.path)
            await router.navigate(`${applied.tool.path}?from=workspace`);
        }
      } catch {
        notices.warn("errors:job.notLoaded");
      }
      return null;
    },
    [tool, tools, workspace, models, router, notices, say],
  );
  useEffect(() => {
    const { hash, pathname, search } = location;
    if (!hash.startsWith("#recipe=") || tools.length === 0) return;
    // A reload must not undo later changes.
    history.replaceState(history.state, "", pathname + search);
    void apply(hash).then(setChain);
  }, [apply, tools]);
  const save = async (): Promise<void> => {
    const { recipeFile } = await load();
    const file = recipeFile(name, settings);
    await saveCopy(file, file.name);
  };
  const copy = async (): Promise<boolean> => {
    const { recipeLink } = await load();
    const link = recipeLink(location.origin + location.pathname, name, settings);
    const isCopied = link !== null && (await createShare({ navigator, document }).copyLink(link));
    if (!isCopied) notices.warn("errors:job.failed");
    return isCopied;
  };
  const extend = (): void =>
    chooseFile(ACCEPT, async (file) => {
      if (!file) return;
      const { extendRecipe } = await load();
      const extended = await extendRecipe(file, settings);
      if ("fault" in extended) notices.warn(extended.fault);
      else await saveCopy(extended.file, extended.file.name);
    });
  const open = (): void =>
    chooseFile(ACCEPT, async (file) => {
      if (file) setChain(await apply(file));
    });
  return (
    <>
      <div className={css["row"]}>
        <Button icon={<Download />} onClick={() => void save()}>
          {t("panel-kit:recipe.save")}
        </Button>
        <CopyButton
          label={t("panel-kit:recipe.link")}
          copied={t("panel-kit:linkCopied")}
          copy={copy}
        />
        <Button icon={<ListPlus />} onClick={extend}>
          {t("panel-kit:recipe.extend")}
        </Button>
        <Button icon={<FolderOpen />} onClick={open}>
          {t("panel-kit:recipe.open")}
        </Button>
      </div>
      {chain && (
        <Suspense>
          <RecipeRun chain={chain} />
        </Suspense>
      )}
    </>
  );
}
