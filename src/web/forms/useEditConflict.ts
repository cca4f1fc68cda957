import { useState } from 'react';

/**
 * Over what something is entered. What is saved is followed until someone types; a newer one is then someone
 * else’s, to be seen before it is overwritten. Undefined: not known yet.
 */
export function useEditConflict<T extends string | null | undefined>(saved: T) {
  const [seen, setSeen] = useState(saved);
  const [isTouched, setTouched] = useState(false);
  const isKnown = seen !== undefined && saved !== undefined;
  if (saved !== seen && !(isTouched && isKnown)) setSeen(saved);
  const hasConflict = isTouched && isKnown && saved !== seen;
  return {
    seen,
    hasConflict,
    startEditing: () => setTouched(true),
    /** Nothing is entered any more: what is saved is followed again. */
    stopEditing: () => setTouched(false),
  };
}
