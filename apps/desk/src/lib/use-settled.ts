import { useEffect, useState } from 'react';

/** Letters typed one after the other are one question. @units milliseconds */
const TYPING_MS = 250;

/** A value once it has stood still for a moment: each question is a row of the audit log. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), TYPING_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
