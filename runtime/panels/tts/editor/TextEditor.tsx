import { useRef } from "react";
import { SPOKEN_LANGUAGES } from "#audio/speech/languages.ts";
import { splitWords } from "#audio/speech/split-words.ts";
import { SITE_VOICES } from "#runtime/audio/voices/voices.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { DocumentButton } from "#runtime/panel-kit/input/DocumentButton.tsx";
import { useDocument } from "#runtime/panel-kit/input/use-document.ts";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { Select, TextArea } from "#runtime/ui/field/Field.tsx";
import css from "../looks/tts.module.css";
import { MAX_TEXT } from "./setup.ts";

/** Markup that is inserted around the selection, or at the cursor. */
const MARKS = {
  pause: ['<break time="1s"/>', ""],
  stress: ["<emphasis>", "</emphasis>"],
  spell: ['<say-as interpret-as="characters">', "</say-as>"],
} as const;

/** Words per minute, for estimates of the length. */
const PACE = 150;
/** Number of characters from which words are counted with a delay. */
const LONG = 20_000;

/** The text: typed, pasted or read from a document, with its language and markup. */
export function TextEditor({
  text,
  language,
  onText,
  onLanguage,
}: {
  readonly text: string;
  readonly language: string;
  readonly onText: (text: string) => void;
  readonly onLanguage: (language: string) => void;
}) {
  const { t, format } = useLocale();
  const field = useRef<HTMLDivElement>(null);
  const opened = useDocument(MAX_TEXT, onText);
  const { state } = opened;
  const words = text.length > LONG ? Math.round(text.length / 6) : splitWords(text).length;
  const insert = (before: string, after: string): void => {
    const area = field.current?.querySelector("textarea");
    if (!area) return;
    const { selectionStart: start, selectionEnd: end } = area;
    onText(
      (text.slice(0, start) + before + text.slice(start, end) + after + text.slice(end)).slice(
        0,
        MAX_TEXT,
      ),
    );
    area.focus();
    requestAnimationFrame(() => area.setSelectionRange(start + before.length, end + before.length));
  };
  const giveVoice = (name: string): void => {
    const area = field.current?.querySelector("textarea");
    const at = text.lastIndexOf("\n", (area?.selectionStart ?? 0) - 1) + 1;
    const line = text.slice(at).replace(/^\[\w+\]\s*/, "");
    onText(`${text.slice(0, at)}[${name}] ${line}`);
  };
  return (
    <div className={css["desk"]} ref={field}>
      <TextArea
        label={t("panel-tts:text.label")}
        hint={t("panel-tts:text.hint")}
        limit={MAX_TEXT}
        rows={8}
        dir="auto"
        value={text}
        onChange={({ target }) => onText(target.value)}
      />
      <div className={css["marks"]}>
        <DocumentButton document={opened} />
        <MarkButtons onMark={insert} />
      </div>
      <div className={css["choices"]}>
        <MarkChoices onMark={insert} onVoice={giveVoice} />
      </div>
      {state !== "rest" && state !== "busy" && (
        <Notice weight="bad">
          {t(state === "long" ? "panel-tts:document.cut" : `panel-kit:document.${state}`)}
        </Notice>
      )}
      <div className={css["bar"]}>
        <Select
          label={t("panel-kit:document.language")}
          value={language}
          onChange={({ target }) => onLanguage(target.value)}
        >
          <Languages />
        </Select>
        {words > 0 && (
          <p className={css["soft"]}>
            {t("panel-tts:text.count", { count: words })} ·{" "}
            {t("panel-tts:text.length", { time: format.timeLeft((60 * words) / PACE) })}
          </p>
        )}
      </div>
    </div>
  );
}

type OnMark = (before: string, after: string) => void;

/** Buttons for markup around the selection: pauses, emphasis, spelling. */
function MarkButtons({ onMark }: { readonly onMark: OnMark }) {
  const { t } = useLocale();
  return (["pause", "stress", "spell"] as const).map((mark) => (
    <Button key={mark} small look="quiet" onClick={() => onMark(MARKS[mark][0], MARKS[mark][1])}>
      {t(`panel-tts:mark.${mark}`)}
    </Button>
  ));
}

/** Selects for the language of the selection and the speaker of a paragraph. */
function MarkChoices({
  onMark,
  onVoice,
}: {
  readonly onMark: OnMark;
  readonly onVoice: (name: string) => void;
}) {
  const { t } = useLocale();
  return (
    <>
      <Select
        label={t("panel-tts:mark.language")}
        isBrief
        value=""
        onChange={({ target }) => onMark(`<lang xml:lang="${target.value}">`, "</lang>")}
      >
        <option value="">{t("panel-tts:mark.language")}</option>
        <Languages />
      </Select>
      <Select
        label={t("panel-tts:mark.voice")}
        isBrief
        value=""
        onChange={({ target }) => onVoice(target.value)}
      >
        <option value="">{t("panel-tts:mark.voice")}</option>
        {SITE_VOICES.map(({ id, name }) => (
          <option key={id} value={name}>
            {name}
          </option>
        ))}
      </Select>
    </>
  );
}

/** Options for all languages of the voice. */
function Languages() {
  const { format, site } = useLocale();
  return Object.keys(SPOKEN_LANGUAGES).map((code) => (
    <option key={code} value={code}>
      {format.language(site.locales.find((one) => one.code === code)?.language ?? code)}
    </option>
  ));
}
