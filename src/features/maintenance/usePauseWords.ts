import { useState } from 'react';
import { type Language, LANGUAGES } from '../../shared/language.ts';
import type { SavedPause } from './site.contract.ts';

/** What is typed, over which saved version: a colleague’s saving changes no word that was typed. */
export function usePauseWords(saved: SavedPause) {
  const [{ typed, over }, setEntries] = useState({ typed: saved.words, over: saved });
  const isTouched = LANGUAGES.some((language) => typed[language] !== over.words[language]);
  const isNewer = saved.version > over.version;
  const take = () => setEntries({ typed: saved.words, over: saved });
  if (isNewer && !isTouched) take();
  return {
    typed,
    version: over.version,
    /** Somebody else has saved, and what is typed is not theirs. */
    isOvertaken: isNewer && isTouched,
    type: (language: Language, text: string) =>
      setEntries((now) => ({ ...now, typed: { ...now.typed, [language]: text } })),
    /** What was sent stands there now. */
    keep: (sent: SavedPause) => setEntries((now) => ({ ...now, over: sent })),
    take,
    /** What is typed stays, and is saved over theirs next. */
    goOn: () => setEntries((now) => ({ ...now, over: saved })),
  };
}
