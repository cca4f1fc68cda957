import { createContext, useContext } from 'react';
import { type Pause, PAUSED, type Paused } from '../shared/pause.ts';
import { Notice } from './ui/Notice.tsx';
import { useWords } from './words.tsx';

/** Whether the sandbox takes the place of mail and money on this site. */
export const SandboxContext = createContext(false);

/** The pauses when the page was drawn. */
export const PausedContext = createContext<Paused>({});

/**
 * Says above a form that it is closed for a while. The form stays: the server says what holds by the time it is sent.
 */
export function PausedNotice({ what }: { what: Pause }) {
  const t = useWords();
  const said = useContext(PausedContext)[what];
  if (said === undefined) return null;
  return (
    <Notice>
      <p className="whitespace-pre-line">{said || t(PAUSED)}</p>
    </Notice>
  );
}
