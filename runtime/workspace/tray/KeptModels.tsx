import Trash2 from "lucide-react/icons/trash-2";
import { useStore } from "zustand";
import { useLocale } from "../../i18n/context.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { useWorkspace } from "../contract/context.ts";
import css from "./tray.module.css";

/** The nets that are on the device, or a part of them, each with what it takes its licence, and a way to remove it. */
export function KeptModels() {
  const { t, format } = useLocale();
  const { models } = useWorkspace();
  const entries = useStore(models, (state) => state.entries);
  const here = models.models.filter(({ id }) => (entries[id]?.bytes ?? 0) > 0);
  if (here.length === 0) return null;
  return (
    <section className={css["models"]} aria-label={t("workspace:models.title")}>
      <h3>{t("workspace:models.title")}</h3>
      <ul>
        {here.map(({ id, name, bytes, licence }) => (
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
