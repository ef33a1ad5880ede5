import Pencil from "lucide-react/icons/pencil";
import Play from "lucide-react/icons/play";
import { useState } from "react";
import { useVoices } from "#runtime/audio/voices/use-voices.ts";
import type { VoiceId } from "#runtime/audio/voices/voices.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { useRendering } from "#runtime/panel-kit/save/use-rendering.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { Select, TextArea } from "#runtime/ui/field/Field.tsx";
import css from "../looks/tts.module.css";
import type { Change, CurrentSentence } from "../save/current-sentence.ts";

/** A sentence, to play from, edit and speak again. */
export function SentenceRow({
  sentence,
  isHeard,
  onPlay,
  onChange,
}: {
  readonly sentence: CurrentSentence;
  readonly isHeard: boolean;
  readonly onPlay: () => void;
  readonly onChange: (change: Change) => Promise<void>;
}) {
  const { t, format } = useLocale();
  const { text, from, isChanged } = sentence;
  const [isEdited, setEdited] = useState(false);
  return (
    <li aria-current={isHeard || undefined}>
      <Button
        small
        look="quiet"
        icon={<Play />}
        aria-label={`${format.clock(from, 0)} ${t("panel-tts:sentence.play", { sentence: text })}`}
        onClick={onPlay}
      >
        {format.clock(from, 0)}
      </Button>
      <bdi className={isChanged ? css["changed"] : undefined}>{text}</bdi>
      <Button
        small
        look="quiet"
        icon={<Pencil />}
        aria-expanded={isEdited}
        aria-label={t("panel-tts:sentence.edit", { sentence: text })}
        onClick={() => setEdited(!isEdited)}
      />
      {isEdited && (
        <SentenceEditor
          sentence={sentence}
          onChange={async (change) => {
            await onChange(change);
            setEdited(false);
          }}
        />
      )}
    </li>
  );
}

function SentenceEditor({
  sentence,
  onChange,
}: {
  readonly sentence: CurrentSentence;
  readonly onChange: (change: Change) => Promise<void>;
}) {
  const { t } = useLocale();
  const voices = useVoices();
  const [text, setText] = useState(sentence.text);
  const [persona, setPersona] = useState(sentence.persona);
  const { start, done } = useRendering();
  return (
    <form
      className={css["edit"]}
      onSubmit={(event) => {
        event.preventDefault();
        start(() => onChange({ text, persona }));
      }}
    >
      <TextArea
        label={t("panel-tts:sentence.text")}
        rows={2}
        dir="auto"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className={css["bar"]}>
        <Select
          label={t("panel-tts:sentence.voice")}
          isBrief
          value={persona ?? ""}
          onChange={({ target }) => setPersona((target.value || null) as VoiceId | null)}
        >
          <option value="">{t("panel-tts:sentence.sameVoice")}</option>
          {voices.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
        <Button small type="submit" busy={done !== null} disabled={text.trim() === ""}>
          {t("panel-tts:sentence.again")}
        </Button>
      </div>
    </form>
  );
}
