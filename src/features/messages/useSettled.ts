import { useEffect, useState } from 'react';

/** Long enough between two letters that nobody is asked after each. */
const PAUSE_MS = 250;

/** The text as it was when it had not changed for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
