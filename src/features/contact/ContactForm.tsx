import { CAMPAIGN_COUNTRIES } from '../../shared/country.ts';
import type { FilledForm } from '../../shared/page.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Checkbox } from '../../web/ui/Checkbox.tsx';
import { countryOptions } from '../../web/countryOptions.ts';
import { CountrySelect } from '../../web/ui/CountrySelect.tsx';
import { Field } from '../../web/ui/Field.tsx';
import { FormErrors } from '../../web/ui/FormErrors.tsx';
import { Honeypot } from '../../web/ui/Honeypot.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { TextArea } from '../../web/ui/TextArea.tsx';
import { TextInput } from '../../web/ui/TextInput.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useForm } from '../../web/useForm.ts';
import { useWords } from '../../web/words.tsx';
import { useState } from 'react';
import { sendContactRequest } from './contact.contract.ts';

/** Request Information: asks the organisers, keeps the words when sending fails. */
export function ContactForm({ filled: given }: { filled: FilledForm | undefined }) {
  const t = useWords();
  const [sentMessage, setSentMessage] = useState<string>();
  const contact = useForm(sendContactRequest, {
    filled: given,
    fallback: t('Please check your information and try again.'),
    onSuccess: ({ message }, _body, form) => {
      toast({ title: t('Message Sent Successfully!'), description: t(message) });
      setSentMessage(t(message));
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
  const { errors, filled } = contact;
  const error = (name: string) => (errors[name] ? t(errors[name]) : undefined);
  return (
    <form {...contact.form} className="grid gap-5">
      <FormErrors state={contact} />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label={t('First name')} required error={error('firstName')}>
          <TextInput
            name="firstName"
            autoComplete="given-name"
            maxLength={100}
            defaultValue={filled.firstName}
          />
        </Field>
        <Field label={t('Last name')} required error={error('lastName')}>
          <TextInput
            name="lastName"
            autoComplete="family-name"
            maxLength={100}
            defaultValue={filled.lastName}
          />
        </Field>
      </div>
      <Field
        label={t('Email')}
        required
        hint={t('We answer to this address.')}
        error={error('email')}
      >
        <TextInput
          name="email"
          type="email"
          autoComplete="email"
          inputMode="email"
          maxLength={254}
          defaultValue={filled.email}
        />
      </Field>
      <Field label={t('Country')} required error={error('country')}>
        <CountrySelect
          name="country"
          options={countryOptions(CAMPAIGN_COUNTRIES, t)}
          placeholder={t('Choose your country')}
          {...(filled.country ? { defaultValue: filled.country } : {})}
        />
      </Field>
      <Field label={t('Message')} required error={error('message')}>
        <TextArea name="message" rows={6} maxLength={5000} defaultValue={filled.message} />
      </Field>
      <Checkbox
        name="wantsNews"
        label={t('Send me news of the campaign (optional)')}
        defaultChecked={Boolean(filled.wantsNews)}
      />
      <Honeypot />
      {sentMessage ? (
        <Notice role="status" tone="leaf">
          <p>{sentMessage}</p>
        </Notice>
      ) : null}
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={contact.isPending}
          pendingLabel={t('Sending...')}
        >
          {t('Send message')}
        </Button>
      </div>
    </form>
  );
}
