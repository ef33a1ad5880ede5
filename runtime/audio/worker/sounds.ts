import type * as sounds from "#audio/tasks/sounds/sounds.ts";

export type Mix = sounds.Mix<Blob>;
export type DubLineSound = sounds.DubLineSound<Blob>;
/** The input of a task: a file, an edit, or a generated sound. */
export type Sound = sounds.Sound<Blob>;
