import { useQueryClient } from '@tanstack/react-query';
import { words } from '../../shared/words.ts';
import { CAMPAIGN_COUNTRIES } from '../../shared/country.ts';
import { AreaField } from '../../web/fields/AreaField.tsx';
import { TextField } from '../../web/fields/TextField.tsx';
import { Button } from '../../web/ui/Button.tsx';
import { Checkbox } from '../../web/forms/Checkbox.tsx';
import { CountrySelect } from '../../web/forms/CountrySelect.tsx';
import { Field } from '../../web/forms/Field.tsx';
import { FormErrors } from '../../web/forms/FormErrors.tsx';
import { Select } from '../../web/forms/Select.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useCountryOptions } from '../../web/forms/useCountryOptions.ts';
import { type FormPart, useForm } from '../../web/forms/useForm.ts';
import { useWords } from '../../web/words.tsx';
import { listDonations, recordDonation } from './donation.contract.ts';
import { DONATION_METHODS, METHOD_LABELS } from './donation.rules.ts';

/** The reader's calendar day, as a date input wants it. */
const today = () => new Date().toLocaleDateString('sv');

interface DonationFormProps {
  onCancel: () => void;
  onEntered: () => void;
}

/** A donation that came by another way than this site, entered by hand. */
export function DonationForm({ onCancel, onEntered }: DonationFormProps) {
  const t = useWords();
  const client = useQueryClient();
  const form = useForm(recordDonation, {
    fallback: words('Failed to enter the donation.'),
    onSuccess: ({ message }) => {
      toast({ title: t('Donation Entered'), description: t(message) });
      onEntered();
      void client.invalidateQueries({ queryKey: [listDonations.name] });
    },
    onFailure: (sentence) =>
      toast({ title: t('Creation Failed'), description: t(sentence), variant: 'destructive' }),
  });
  return (
    <form {...form.form} className="grid gap-5">
      <FormErrors state={form} />
      <MoneyFields of={form} />
      <DonorFields of={form} />
      <AreaField
        of={form}
        name="message"
        label={t('Message')}
        hint={t('What the donor wrote.')}
        required={false}
        rows={3}
        maxLength={2000}
        dir="auto"
      />
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={form.isPending}
          pendingLabel={t('Saving...')}
        >
          {t('Enter donation')}
        </Button>
        <Button onClick={onCancel}>{t('Cancel')}</Button>
      </div>
    </form>
  );
}

function MoneyFields({ of }: { of: FormPart }) {
  const t = useWords();
  const { paymentMethod } = of.errors;
  return (
    <div className="grid gap-5 sm:grid-cols-3">
      <TextField
        of={of}
        name="donationAmount"
        label={t('Amount in USD')}
        required
        inputMode="decimal"
        autoComplete="off"
        data-autofocus
      />
      <Field label={t('Payment method')} error={paymentMethod && t(paymentMethod)}>
        <Select
          name="paymentMethod"
          options={DONATION_METHODS.map((value) => ({ value, label: t(METHOD_LABELS[value]) }))}
        />
      </Field>
      <TextField
        of={of}
        name="receivedOn"
        label={t('Received on')}
        type="date"
        defaultValue={today()}
      />
    </div>
  );
}

function DonorFields({ of }: { of: FormPart }) {
  const t = useWords();
  const places = useCountryOptions(CAMPAIGN_COUNTRIES);
  const { donorCountry } = of.errors;
  return (
    <>
      <Checkbox
        name="isAnonymous"
        label={t('The donor stays anonymous')}
        hint={t('The list will show no name. You can still save what you know here.')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          of={of}
          name="donorName"
          label={t('Donor’s name')}
          hint={t('Not needed for an anonymous donor.')}
          autoComplete="off"
          maxLength={200}
        />
        <TextField
          of={of}
          name="donorEmail"
          label={t('Email')}
          required={false}
          type="email"
          autoComplete="off"
          maxLength={254}
        />
        <TextField
          of={of}
          name="donorPhone"
          label={t('Telephone')}
          required={false}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={40}
        />
        <Field label={t('Country')} required={false} error={donorCountry && t(donorCountry)}>
          <CountrySelect
            name="donorCountry"
            options={places}
            placeholder={t('Choose a country')}
            autoComplete="off"
          />
        </Field>
      </div>
    </>
  );
}
