import type { FilledForm } from '../../shared/page.ts';
import { AreaField } from '../../web/fields/AreaField.tsx';
import { CountryField } from '../../web/fields/CountryField.tsx';
import { EmailField } from '../../web/fields/EmailField.tsx';
import { FormActions } from '../../web/fields/FormActions.tsx';
import { NameFields } from '../../web/fields/NameFields.tsx';
import { NewsCheckbox } from '../../web/fields/NewsCheckbox.tsx';
import { SelectField } from '../../web/fields/SelectField.tsx';
import { TextField } from '../../web/fields/TextField.tsx';
import { FormErrors } from '../../web/forms/FormErrors.tsx';
import { FormSection } from '../../web/forms/FormSection.tsx';
import { Honeypot } from '../../web/forms/Honeypot.tsx';
import { useDialogApplication } from '../../web/useDialogApplication.ts';
import { useWords } from '../../web/words.tsx';
import { applyToVolunteer } from './volunteer.contract.ts';
import { AVAILABILITY } from './volunteer.rules.ts';

interface VolunteerFormProps {
  filled: FilledForm | undefined;
  onClose: () => void;
  onSent: () => void;
}

/** The questions to a volunteer (specification §5). */
export function VolunteerForm({ filled, onClose, onSent }: VolunteerFormProps) {
  const t = useWords();
  const form = useDialogApplication(applyToVolunteer, {
    filled,
    thanks: t('Application Submitted Successfully!'),
    onClose,
    onSent,
  });
  return (
    <form {...form.form} className="grid gap-8">
      <FormErrors state={form} />
      <FormSection title={t('Personal Information')}>
        <NameFields of={form} />
        <div className="pair">
          <EmailField of={form} hint={t('We will reply to this address.')} />
          <TextField
            of={form}
            name="phone"
            label={t('Phone')}
            required={false}
            hint={t('Country code first: +234 803 123 4567.')}
            type="tel"
            autoComplete="tel"
            inputMode="tel"
            maxLength={40}
          />
        </div>
        <CountryField of={form} />
      </FormSection>
      <FormSection title={t('Volunteer Information')}>
        <AreaField
          of={form}
          name="skills"
          label={t('Skills')}
          hint={t('What you are good at: a language, a craft, a camera, a spreadsheet.')}
          required
          rows={3}
          maxLength={2000}
        />
        <AreaField
          of={form}
          name="experience"
          label={t('Experience')}
          hint={t('Where you have done something like this before.')}
          required={false}
          rows={3}
          maxLength={2000}
        />
        <SelectField
          of={form}
          name="availability"
          label={t('Availability')}
          required
          choices={AVAILABILITY}
          placeholder={t('Choose your availability')}
        />
        <AreaField
          of={form}
          name="motivation"
          label={t('Motivation')}
          hint={t('Why you want to help.')}
          required
          rows={4}
          maxLength={2000}
        />
        <NewsCheckbox of={form} />
      </FormSection>
      <Honeypot />
      <FormActions isPending={form.isPending} onCancel={onClose} />
    </form>
  );
}
