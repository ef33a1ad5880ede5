import Play from "lucide-react/icons/play";
import Volume2 from "lucide-react/icons/volume-2";
import VolumeX from "lucide-react/icons/volume-x";
import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import {
  ArcSamples,
  BlockSamples,
  GlyphSamples,
  ZoneSamples,
} from "../parts/KitchenSinkBlocks.tsx";
import { SAMPLES as S } from "../parts/samples.ts";
import { Button, ButtonLink, IconButton } from "../ui/Button.tsx";
import { DialogPanel } from "../ui/DialogPanel.tsx";
import { Badge, Kbd, Notice, ProgressArc } from "../ui/Feedback.tsx";
import { Meter } from "../ui/Meter.tsx";
import { Toast } from "../ui/Toast.tsx";
import { Chips, Segmented, Tabs } from "../ui/choice/Choice.tsx";
import { Radio } from "../ui/choice/Radio.tsx";
import { Range } from "../ui/field/Range.tsx";
import { Checkbox, Select, Slider, TextArea, TextField } from "../ui/field/Field.tsx";
import css from "./kitchen-sink.module.css";

const CHOICES = [
  ["segmented", Segmented],
  ["tabs", Tabs],
  ["chips", Chips],
] as const;
const TONES = ["ink", "kept", "removed"] as const;

/** Every shared control in every state, in both appearances. Development only. */
export function KitchenSink() {
  return (
    <>
      <h1>{S.title}</h1>
      <div className={css["columns"]}>
        {S.themes.map((theme) => (
          <div key={theme} className={css["theme"]} data-theme={theme}>
            <Controls theme={theme} />
            <ZoneSamples Group={Group} theme={theme} />
            <ArcSamples Group={Group} />
            <GlyphSamples Group={Group} />
            <BlockSamples Group={Group} />
          </div>
        ))}
      </div>
    </>
  );
}

export type GroupComponent = (props: {
  readonly title: string;
  readonly children: ReactNode;
}) => ReactNode;

const Group: GroupComponent = ({ title, children }) => (
  <section className={css["group"]}>
    <h2>{title}</h2>
    {children}
  </section>
);
const Row = ({ children }: { readonly children: ReactNode }) => (
  <div className={css["row"]}>{children}</div>
);

const Close = () => (
  <IconButton label={S.dialog.no}>
    <X />
  </IconButton>
);

function Controls({ theme }: { readonly theme: string }) {
  return (
    <>
      <Colors />
      <Buttons />
      <Fields theme={theme} />
      <Feedback theme={theme} />
    </>
  );
}

function Colors() {
  return (
    <Group title={S.sections.colours}>
      <ul className={css["colours"]}>
        {S.colours.map((name) => (
          <li key={name}>
            <span className={css[name]} />
            {name}
          </li>
        ))}
      </ul>
    </Group>
  );
}

function Buttons() {
  return (
    <Group title={S.sections.buttons}>
      <Row>
        <Button look="primary">{S.buttons.primary}</Button>
        <Button>{S.buttons.secondary}</Button>
        <Button look="quiet">{S.buttons.quiet}</Button>
        <Button look="danger">{S.buttons.danger}</Button>
        <Button look="primary" busy>
          {S.buttons.busy}
        </Button>
        <Button disabled>{S.buttons.disabled}</Button>
        <ButtonLink href="#top" icon={<Play size={16} />}>
          {S.buttons.primary}
        </ButtonLink>
        <Button small>{S.buttons.secondary}</Button>
      </Row>
      <Row>
        <IconButton label={S.icons.play}>
          <Play />
        </IconButton>
        <IconButton label={S.icons.mute} aria-pressed>
          <VolumeX />
        </IconButton>
        <IconButton label={S.icons.off} disabled>
          <Volume2 />
        </IconButton>
      </Row>
    </Group>
  );
}

function Fields({ theme }: { readonly theme: string }) {
  return (
    <Group title={S.sections.fields}>
      <TextField label={S.field.label} hint={S.field.hint} placeholder={S.field.label} />
      <TextField label={S.field.label} error={S.field.error} defaultValue={S.field.value} />
      <TextField label={S.field.label} defaultValue={S.field.value} disabled />
      <TextArea label={S.area} defaultValue={S.answer} />
      <Select label={S.select.label}>
        {S.select.options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </Select>
      <Slider
        label={S.slider.label}
        output={S.slider.output}
        hint={S.slider.hint}
        defaultValue={65}
      />
      <Range aria-label={S.slider.label} min={-12} max={12} defaultValue={4} />
      <Range aria-label={S.slider.label} defaultValue={30} disabled />
      <Row>
        {[true, false].map((isChecked) => (
          <label key={String(isChecked)}>
            <Radio name={`radio-${theme}`} defaultChecked={isChecked} />{" "}
            {isChecked ? S.choices.on : S.choices.off}
          </label>
        ))}
        <label>
          <Radio name={`radio-disabled-${theme}`} disabled /> {S.choices.disabled}
        </label>
      </Row>
      <Row>
        <Checkbox label={S.choices.on} defaultChecked />
        <Checkbox label={S.choices.off} />
        <Checkbox label={S.choices.disabled} disabled />
      </Row>
      <Row>
        <Checkbox as="switch" label={S.choices.on} defaultChecked />
        <Checkbox as="switch" label={S.choices.off} />
        <Checkbox as="switch" label={S.choices.disabled} disabled />
      </Row>
      {CHOICES.map(([look, Choice]) => (
        <Row key={look}>
          <Choice
            label={S.select.label}
            name={`${look}-${theme}`}
            options={S.select.options.map((label, at) => ({
              value: label,
              label,
              tone: TONES[at]!,
            }))}
            defaultValue={S.select.options[1]!}
          />
          <Choice
            label={S.choices.disabled}
            name={`${look}-disabled-${theme}`}
            options={S.select.options.map((label) => ({ value: label, label }))}
            defaultValue={S.select.options[1]!}
            disabled
          />
        </Row>
      ))}
    </Group>
  );
}

function Feedback({ theme }: { readonly theme: string }) {
  return (
    <Group title={S.sections.feedback}>
      {(["plain", "good", "bad", "attention"] as const).map((weight) => (
        <Notice key={weight} weight={weight} title={S.notice}>
          <p>{S.notices[weight]}</p>
        </Notice>
      ))}
      <Row>
        {(["plain", "good", "bad", "attention", "outline"] as const).map((weight) => (
          <Badge key={weight} weight={weight}>
            {S.badges[weight]}
          </Badge>
        ))}
        {S.keys.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </Row>
      <Row>
        {[null, 0, 0.62, 1].map((value) => (
          <ProgressArc key={String(value)} value={value} label={S.progress} />
        ))}
      </Row>
      <Meter value={0.55} label={S.meter} />
      <Meter value={0.97} label={S.meter} />
      <Toast weight="good">{S.notices.good}</Toast>
      <Toast weight="bad" title={S.notice} corner={<Close />}>
        {S.notices.bad}
      </Toast>
      <Toast weight="attention" actions={<Button small>{S.buttons.primary}</Button>}>
        {S.notices.attention}
      </Toast>
      <Toast>{S.notices.plain}</Toast>
      <DialogPanel
        titleId={`dialog-${theme}`}
        title={S.dialog.title}
        corner={<Close />}
        actions={
          <>
            <Button look="danger">{S.dialog.yes}</Button>
            <Button>{S.dialog.no}</Button>
          </>
        }
      >
        <p>{S.dialog.text}</p>
      </DialogPanel>
    </Group>
  );
}
