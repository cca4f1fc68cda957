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
import type { FormPart } from '../../web/forms/useForm.ts';
import { useWords } from '../../web/words.tsx';
import { proposePartnership } from './partner.contract.ts';
import { ORGANIZATION_SIZES, ORGANIZATION_TYPES, PARTNERSHIP_TYPES } from './partner.rules.ts';

interface PartnerFormProps {
  filled: FilledForm | undefined;
  onClose: () => void;
  onSent: () => void;
}

/** The questions to an organization (specification §5). */
export function PartnerForm({ filled, onClose, onSent }: PartnerFormProps) {
  const t = useWords();
  const form = useDialogApplication(proposePartnership, {
    filled,
    thanks: t('Partnership Application Submitted!'),
    onClose,
    onSent,
  });
  return (
    <form {...form.form} className="grid gap-8">
      <FormErrors state={form} />
      <OrganizationInformation of={form} />
      <FormSection title={t('Contact Person')}>
        <NameFields of={form} names={['contactFirstName', 'contactLastName']} />
        <EmailField of={form} name="contactEmail" hint={t('We will reply to this address.')} />
      </FormSection>
      <PartnershipInformation of={form} />
      <NewsCheckbox of={form} />
      <Honeypot />
      <FormActions isPending={form.isPending} onCancel={onClose} />
    </form>
  );
}

function OrganizationInformation({ of }: { of: FormPart }) {
  const t = useWords();
  return (
    <FormSection title={t('Organization Information')}>
      <TextField
        of={of}
        name="organizationName"
        label={t('Organization name')}
        required
        autoComplete="organization"
        maxLength={200}
      />
      <div className="pair">
        <SelectField
          of={of}
          name="organizationType"
          label={t('Organization type')}
          required
          choices={ORGANIZATION_TYPES}
          placeholder={t('Choose a type')}
        />
        <SelectField
          of={of}
          name="organizationSize"
          label={t('Organization size')}
          required={false}
          choices={ORGANIZATION_SIZES}
          placeholder={t('Choose a size')}
        />
      </div>
      <div className="pair">
        <CountryField of={of} />
        <TextField
          of={of}
          name="website"
          label={t('Website')}
          required={false}
          placeholder={EXAMPLE}
          type="url"
          autoComplete="url"
          inputMode="url"
          maxLength={500}
        />
      </div>
    </FormSection>
  );
}

/** In no language is it another. */
const EXAMPLE = 'https://example.org';

function PartnershipInformation({ of }: { of: FormPart }) {
  const t = useWords();
  return (
    <FormSection title={t('Partnership Information')}>
      <SelectField
        of={of}
        name="partnershipType"
        label={t('Partnership type')}
        required
        choices={PARTNERSHIP_TYPES}
        placeholder={t('Choose a type')}
      />
      <AreaField
        of={of}
        name="proposedContribution"
        label={t('Proposed contribution')}
        hint={t('What your organization can offer: people, rooms, reach, knowledge, funds.')}
        required
        rows={4}
        maxLength={5000}
      />
      <AreaField of={of} name="message" label={t('Message')} required rows={4} maxLength={5000} />
    </FormSection>
  );
}
