import { useEffect, useRef, useState } from 'react';
import { type AskedField, TextField } from '../../../web/fields/TextField.tsx';
import { useWords } from '../../../web/words.tsx';
import { STRENGTHS, strengthOf } from './strength.rules.ts';
import './NewPassword.css';

interface NewPasswordProps extends Omit<AskedField, 'name'> {
  name?: string;
  /** The address whose password it is, where the form does not ask for it. */
  email?: string;
}

/** A password that is being chosen, and how strong it is so far. */
export function NewPassword({ name = 'password', email = '', ...field }: NewPasswordProps) {
  const t = useWords();
  const [strength, setStrength] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const level = STRENGTHS.findIndex(({ sentence }) => sentence === strength);

  useEffect(() => {
    const form = place.current?.closest('form');
    const clear = () => setStrength('');
    form?.addEventListener('reset', clear);
    return () => form?.removeEventListener('reset', clear);
  }, []);

  // Below a field at the foot of a dialog it would begin out of sight.
  const isShown = level >= 0;
  useEffect(() => {
    if (isShown) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isShown]);

  return (
    <div ref={place}>
      <TextField
        {...field}
        name={name}
        type="password"
        autoComplete="new-password"
        maxLength={200}
        onChange={({ currentTarget: { form, value } }) =>
          setStrength(strengthOf(value, [email, ...knownIn(form)]))
        }
      />
      {isShown ? (
        <div aria-hidden="true" className="strength">
          {STRENGTHS.map(({ from }, n) => (n <= level ? <b key={from} /> : <i key={from} />))}
        </div>
      ) : null}
      <p role="status" className="hint mt-1 empty:mt-0">
        {strength && t(strength)}
      </p>
    </div>
  );
}

/** What the form says about the owner of the password. */
function knownIn(form: HTMLFormElement | null): string[] {
  if (!form) return [];
  const given = new FormData(form);
  return ['email', 'firstName', 'lastName'].map((name) => String(given.get(name) ?? ''));
}
