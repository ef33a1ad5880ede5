import { type RefCallback, useCallback, useEffect, useRef } from "react";
import { TEXT_LIMIT } from "../constants.ts";
import { type TextLimitField, attachTextLimit } from "./text-limit.ts";

/**
 * A ref that limits the text of an input or a textarea: `<textarea ref={useTextLimit(500)} />`.
 * Controlled fields are supported: `onChange` receives only texts within the limit.
 */
export function useTextLimit(
  limit: number = TEXT_LIMIT,
  onCut?: (count: number) => void,
): RefCallback<TextLimitField> {
  const onCutRef = useRef(onCut);
  useEffect(() => {
    onCutRef.current = onCut;
  });
  return useCallback(
    (field) =>
      field
        ? attachTextLimit(field, { limit, onCut: (count) => onCutRef.current?.(count) })
        : undefined,
    [limit],
  );
}
