import { type RefObject, useEffect, useRef } from "react";

/** Brings a result into sight that was waited for. @param isNew it was made while its panel was there */
export function useInSight(isNew: boolean): RefObject<HTMLElement | null> {
  const element = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isNew) element.current?.scrollIntoView({ block: "nearest" });
  }, [isNew]);
  return element;
}
