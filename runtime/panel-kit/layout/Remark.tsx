import BadgeInfo from "lucide-react/icons/badge-info";
import type { ReactNode } from "react";
import css from "./remark.module.css";

/** A remark about a sound with an icon before it. */
export const Remark = ({
  icon,
  children,
}: {
  /** 20 pixels wide. */
  readonly icon: ReactNode;
  readonly children: ReactNode;
}) => (
  <p className={css["remark"]}>
    {icon}
    <span>{children}</span>
  </p>
);

/** States that a voice was changed or generated, which listeners must know. */
export const MadeMark = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <div data-mark="">
    <Remark icon={<BadgeInfo size={20} aria-hidden="true" />}>
      <strong>{title}</strong> {text}
    </Remark>
  </div>
);
