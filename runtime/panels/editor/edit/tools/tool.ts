import type { ComponentType } from "react";
import type { ShortcutId } from "#runtime/contract/shortcuts/shortcuts.ts";
import type { Action } from "../project/edit-actions.ts";

interface Named {
  readonly name: string;
  readonly label: string;
  readonly Icon: ComponentType;
  /** Whether what it switches or chooses differs from the usual. */
  readonly isOn?: boolean;
}

/** A tool that runs an action. */
export interface ActionTool extends Named {
  readonly run: Action;
  readonly keys?: ShortcutId;
  /** Whether it is a switch. */
  readonly isSwitch?: true;
}

export interface ToolOption {
  readonly name: string;
  readonly label: string;
  readonly run: Action;
  /** For a choice: whether it is the present one. */
  readonly pressed?: boolean;
}

/** A tool that opens a menu. */
export interface MenuTool extends Named {
  readonly lists: readonly {
    readonly title: string;
    readonly options: readonly ToolOption[];
  }[];
}

export type Tool = ActionTool | MenuTool;

/** The tools of the editor, in groups. */
export type Toolset = readonly (readonly Tool[])[];
