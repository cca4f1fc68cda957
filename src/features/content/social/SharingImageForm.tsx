import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { Language } from '../../../shared/language.ts';
import { CARD_SIZE, longestAlt } from '../../../shared/picture.ts';
import { words } from '../../../shared/words.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { TextArea } from '../../../web/forms/TextArea.tsx';
import { useWords } from '../../../web/words.tsx';
import type { SharingPicture } from './useSharingPicture.ts';

interface SharingImageFormProps {
  language: Language;
  chosen: NonNullable<SharingPicture['chosen']>;
  picture: SharingPicture;
}

const NO_ALT = words('Please describe the picture for people who cannot see it.');

/** A chosen picture before it is used: what of it stays in the card, and what it shows in words. */
export function SharingImageForm({ language, chosen, picture }: SharingImageFormProps) {
  const t = useWords();
  const [isAsked, setAsked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input, textarea')?.focus({ preventScroll: true });
  }, []);
  const isMissing = isAsked && chosen.alt.trim() === '';

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setAsked(true);
    if (chosen.alt.trim() === '') event.currentTarget.querySelector('textarea')?.focus();
    else if (!picture.isChanging) picture.use();
  }

  return (
    <form
      ref={form}
      noValidate
      className="grid max-w-[37.5rem] gap-5 edged border-rule bg-raised p-4"
      onSubmit={submit}
    >
      <p>{t('The cards below already show your picture. Nobody else sees it yet.')}</p>
      <FocusField chosen={chosen} picture={picture} />
      <Field
        label={t('What the picture shows')}
        hint={t('For people who cannot see it: one sentence, without “picture of”.')}
        error={isMissing ? t(NO_ALT) : undefined}
        required
      >
        <TextArea
          rows={2}
          lang={language}
          dir="auto"
          maxLength={longestAlt}
          value={chosen.alt}
          onChange={({ target }) => picture.setAlt(target.value)}
        />
      </Field>
      {picture.isChanging ? <Loading>{t('Sending the picture...')}</Loading> : null}
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={picture.isChanging}
          pendingLabel={t('Saving...')}
        >
          {t('Use this picture')}
        </Button>
        <Button disabled={picture.isChanging} onClick={picture.forget}>
          {t('Cancel')}
        </Button>
      </div>
    </form>
  );
}

/** Only where something is cut off, and only in the direction in which it is. */
function FocusField({ chosen, picture }: Omit<SharingImageFormProps, 'language'>) {
  const t = useWords();
  const { width, height, focus } = chosen;
  const excess = width / height / (CARD_SIZE.width / CARD_SIZE.height);
  if (Math.abs(excess - 1) < 0.01) return null;
  const axis = excess > 1 ? 'x' : 'y';
  return (
    <Field
      label={
        axis === 'x'
          ? t('Part of the picture to keep, from left to right')
          : t('Part of the picture to keep, from top to bottom')
      }
    >
      {(wiring) => (
        <input
          {...wiring}
          type="range"
          // A picture is not mirrored with the writing.
          dir="ltr"
          min={0}
          max={100}
          step={5}
          value={focus[axis]}
          className="min-h-11 w-full accent-heading"
          onChange={({ target }) => picture.setFocus({ ...focus, [axis]: Number(target.value) })}
        />
      )}
    </Field>
  );
}
