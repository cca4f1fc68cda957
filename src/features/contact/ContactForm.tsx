import { useState } from 'react';
import { flushSync } from 'react-dom';
import type { FilledForm } from '../../shared/page.ts';
import { AreaField } from '../../web/fields/AreaField.tsx';
import { CountryField } from '../../web/fields/CountryField.tsx';
import { EmailField } from '../../web/fields/EmailField.tsx';
import { NameFields } from '../../web/fields/NameFields.tsx';
import { NewsCheckbox } from '../../web/fields/NewsCheckbox.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { FormErrors } from '../../web/forms/FormErrors.tsx';
import { Honeypot } from '../../web/forms/Honeypot.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useForm } from '../../web/forms/useForm.ts';
import { useWords } from '../../web/words.tsx';
import { sendContactRequest } from './contact.contract.ts';

/** Request Information: asks the organisers, keeps the words when sending fails. */
export function ContactForm({ filled: given }: { filled: FilledForm | undefined }) {
  const t = useWords();
  const [sentMessage, setSentMessage] = useState<string>();
  const [hasSent, setSent] = useState(false);
  const contact = useForm(sendContactRequest, {
    filled: hasSent ? undefined : given,
    fallback: t('Please check your information and try again.'),
    onSuccess: ({ message }, _body, form) => {
      toast({ title: t('Message Sent Successfully!') });
      // First the page forgets what came back without scripts: a reset goes to what is drawn.
      flushSync(() => {
        setSent(true);
        setSentMessage(t(message));
      });
      form.reset();
    },
    onFailure: (sentence) => {
      setSentMessage(undefined);
      toast({
        title: t('Failed to Send Message'),
        description: t(sentence),
        variant: 'destructive',
      });
    },
  });
  return (
    <form {...contact.form} aria-label={t('Request Information')} className="grid gap-5">
      <FormErrors state={contact} />
      <NameFields of={contact} />
      <EmailField of={contact} hint={t('We will reply to this address.')} />
      <CountryField of={contact} />
      <AreaField
        of={contact}
        name="message"
        label={t('Message')}
        required
        rows={6}
        maxLength={5000}
      />
      <NewsCheckbox of={contact} />
      <Honeypot />
      {sentMessage ? (
        <Notice role="status" tone="leaf" className="notice-strong">
          <p className="bold">{sentMessage}</p>
        </Notice>
      ) : null}
      <div className="actions">
        <Button
          type="submit"
          className="btn-strong"
          pending={contact.isPending}
          pendingLabel={t('Sending...')}
        >
          {t('Send message')}
        </Button>
      </div>
    </form>
  );
}
