import Trash2 from "lucide-react/icons/trash-2";
import { useState } from "react";
import { useT } from "../../i18n/context.tsx";
import { Button, IconButton } from "../../ui/Button.tsx";
import { Select, TextField } from "../../ui/field/Field.tsx";
import css from "../layout/kit.module.css";
import type { JsonObject } from "../../contract/json.ts";

const LONGEST = 60;

/** Settings that the visitor has named. */
export interface NamedSettings {
  readonly values: JsonObject;
  readonly saved: readonly { readonly name: string; readonly values: JsonObject }[];
  readonly save: (name: string) => void;
  /** Applies the settings with that name; the defaults for an unknown name. */
  readonly use: (name: string) => void;
  readonly forget: (name: string) => void;
}

/** Saves settings under a name and applies saved ones. */
export function SavedSettings({ setup }: { readonly setup: NamedSettings }) {
  const t = useT();
  const [name, setName] = useState("");
  const { saved } = setup;
  const current = saved.find(({ values }) => same(values, setup.values));
  const save = (): void => {
    const trimmed = name.trim();
    if (trimmed === "") return;
    setup.save(trimmed);
    setName("");
  };
  return (
    <>
      {saved.length > 0 && (
        <div className={css["named"]}>
          <Select
            label={t("panel-kit:saved.label")}
            value={current?.name ?? ""}
            onChange={({ target }) => setup.use(target.value)}
          >
            <option value="">{t("panel-kit:saved.none")}</option>
            {saved.map((one) => (
              <option key={one.name} value={one.name}>
                {one.name}
              </option>
            ))}
          </Select>
          {current && (
            <IconButton
              label={t("panel-kit:remove", { name: current.name })}
              onClick={() => setup.forget(current.name)}
            >
              <Trash2 />
            </IconButton>
          )}
        </div>
      )}
      <div className={css["named"]}>
        <TextField
          label={t("panel-kit:saved.name")}
          value={name}
          maxLength={LONGEST}
          onChange={({ target }) => setName(target.value)}
          onKeyDown={(event) => {
            if (event.key === "Enter") save();
          }}
        />
        <Button disabled={name.trim() === ""} onClick={save}>
          {t("panel-kit:saved.save")}
        </Button>
      </div>
    </>
  );
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
