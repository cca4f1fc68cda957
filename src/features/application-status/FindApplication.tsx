import { useState } from 'react';
import { askForLink } from './status.contract.ts';
import { EmailField } from '../../web/fields/EmailField.tsx';
import { TextField } from '../../web/fields/TextField.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { FormErrors } from '../../web/forms/FormErrors.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { useForm } from '../../web/forms/useForm.ts';
import { useHref } from '../../web/useHref.ts';
import { useWords } from '../../web/words.tsx';

/** Asks for a link by reference and address. `isFirst`: this browser has nothing to show. */
export function FindApplication({ isFirst }: { isFirst: boolean }) {
  const t = useWords();
  const href = useHref();
  const [said, setSaid] = useState<string>();
  const form = useForm(askForLink, {
    fallback: t('Please check your information and try again.'),
    onSuccess: ({ message }) => setSaid(message),
  });
  const of = { errors: form.errors, filled: {} };
  return (
    <section className="grid max-w-2xl gap-4" aria-labelledby="find">
      <h2 id="find" className="text-2xl">
        {isFirst ? t('Find your application') : t('Find another application')}
      </h2>
      <p>
        {t(
          'Every email about your application has a link that opens it. If you cannot find one, we will send you a new link.',
        )}
      </p>
      <form {...form.form} className="grid gap-5" aria-labelledby="find">
        <FormErrors state={form} />
        <TextField
          of={of}
          name="reference"
          label={t('Reference')}
          required
          hint={t(
            'PX and five characters. It is in every email from us and in the memo of your transfer.',
          )}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          maxLength={40}
        />
        <EmailField of={of} hint={t('The address you gave in your application.')} />
        {said ? (
          <Notice role="status" tone="leaf">
            <p>{t(said)}</p>
          </Notice>
        ) : null}
        <div className="actions">
          <Button
            type="submit"
            variant="primary"
            pending={form.isPending}
            pendingLabel={t('Sending...')}
          >
            {t('Send me the link')}
          </Button>
          {isFirst ? (
            <Button variant="quiet" href={href('/apply')}>
              {t('Apply for the kit')}
            </Button>
          ) : null}
        </div>
      </form>
    </section>
  );
}
