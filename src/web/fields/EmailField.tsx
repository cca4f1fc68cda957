import { useEffect, useRef, useState } from 'react';
import type { FormPart } from '../forms/useForm.ts';
import { Button } from '../ui/Button.tsx';
import { useWords } from '../words.tsx';
import { suggestedAddress } from './email-suggestion.ts';
import { TextField } from './TextField.tsx';

interface EmailFieldProps {
  of: FormPart;
  name?: string;
  /** The purpose of the address. */
  hint?: string;
}

/** An email address, with the keyboard that has an @. Asks about one that looks mistyped, and never changes it unasked. */
export function EmailField({ of, name = 'email', hint }: EmailFieldProps) {
  const t = useWords();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const address = suggestedAddress(typed);

  // What was typed before the page was hydrated is in the input alone.
  useEffect(() => setTyped(input.current?.value ?? ''), []);

  function use(text: string) {
    const control = input.current;
    if (!control) return;
    control.value = text;
    control.focus();
    // The form learns of this as of what is typed.
    control.dispatchEvent(new Event('input', { bubbles: true }));
  }

  return (
    <TextField
      ref={input}
      of={of}
      name={name}
      label={t('Email')}
      hint={
        address ? (
          <span role="status">
            <Button variant="quiet" className="flush" onClick={() => use(address)}>
              {t('Did you mean {address}?', { address })}
            </Button>
          </span>
        ) : (
          hint
        )
      }
      required
      type="email"
      autoComplete="email"
      maxLength={254}
      // While it is typed: on leaving the field, what is pressed next would move under the finger.
      onInput={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
