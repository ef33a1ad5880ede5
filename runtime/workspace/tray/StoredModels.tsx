import Trash2 from "lucide-react/icons/trash-2";
import { useStore } from "zustand";
import { useLocale } from "../../i18n/context.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { useWorkspace } from "../../contract/context.ts";
import css from "./tray.module.css";

/** Models on the device, complete or partial, each with its size, its license and a button to remove it. */
export function StoredModels() {
  const { t, format } = useLocale();
  const { models } = useWorkspace();
  const entries = useStore(models, (state) => state.entries);
  const stored = models.models.filter(({ id }) => (entries[id]?.bytes ?? 0) > 0);
  if (stored.length === 0) return null;
  return (
    <section className={css["models"]} aria-label={t("workspace:models.title")}>
      <h3>{t("workspace:models.title")}</h3>
      <ul>
        {stored.map(({ id, name, bytes, licence }) => (
          <li key={id}>
            <span>
              {entries[id]!.state === "kept"
                ? `${name} · ${format.bytes(bytes)}`
                : t("workspace:models.part", {
                    name,
                    done: format.bytes(entries[id]!.bytes),
                    all: format.bytes(bytes),
                  })}{" "}
              <a
                href={licence.url}
                target="_blank"
                rel="noreferrer"
                title={t("panel-kit:quality.terms", { name })}
              >
                {licence.id}
              </a>
            </span>
            {entries[id]!.state !== "loading" && (
              <IconButton
                label={t("workspace:models.remove", { name })}
                onClick={() => void models.remove(id)}
              >
                <Trash2 />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
