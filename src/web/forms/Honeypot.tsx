import { HONEYPOT } from '../../shared/form.ts';
import { useWords } from '../words.tsx';

/** A field that people never see and programs fill in; its name is the server's trap (server/spam.ts). */
export function Honeypot() {
  const t = useWords();
  return (
    <div className="sr-only" aria-hidden="true">
      <label>
        {t('Leave this empty')}
        <input name={HONEYPOT} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  );
}
