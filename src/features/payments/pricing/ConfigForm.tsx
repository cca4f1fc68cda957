import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Field } from '../../../web/ui/Field.tsx';
import { FormErrors } from '../../../web/ui/FormErrors.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Select } from '../../../web/ui/Select.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useForm } from '../../../web/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { ConfigInputs, dataOf, MISSING, problemsOf } from './ConfigFields.tsx';
import { createPaymentConfig, listPaymentConfig } from './payment-config.contract.ts';
import {
  CONFIG_LABELS,
  CONFIG_TYPES,
  type ConfigType,
  isDestination,
} from './payment-config.rules.ts';
import { DEFAULT_PRICING } from './pricing.rules.ts';

const typeOf = (text: unknown) => CONFIG_TYPES.find((type) => type === text);

/** A payment configuration being made; it becomes the active one of its type. */
export function ConfigForm({
  activePricing,
}: {
  activePricing: Record<string, unknown> | undefined;
}) {
  const t = useWords();
  const client = useQueryClient();
  const [configType, setConfigType] = useState<ConfigType>();
  // A new round brings new inputs, empty again.
  const [round, setRound] = useState(0);

  const create = useForm(createPaymentConfig, {
    fallback: t('Failed to create payment config.'),
    through: useRecentPassword(),
    read: (form) => {
      const type = typeOf(form.get('configType'));
      return { configType: type, configData: type ? dataOf(type, form) : {} };
    },
    check: (form) => {
      const type = typeOf(form.get('configType'));
      return type ? problemsOf(type, form) : { configType: MISSING };
    },
    onSuccess: ({ message }) => {
      toast({ title: t('Payment Config Created'), description: t(message) });
      setRound((r) => r + 1);
      void client.invalidateQueries({ queryKey: [listPaymentConfig.name] });
    },
    onFailure: (sentence) =>
      toast({ title: t('Creation Failed'), description: t(sentence), variant: 'destructive' }),
  });
  // Said at the inputs that the data is made of.
  const { configData: _, ...errors } = create.errors;

  return (
    <form {...create.form} className="grid max-w-xl gap-5">
      <FormErrors state={{ ...create, errors }} />
      <Field label={t('Payment type')} error={errors.configType && t(errors.configType)}>
        <Select
          name="configType"
          placeholder={t('Choose a type')}
          options={CONFIG_TYPES.map((value) => ({ value, label: t(CONFIG_LABELS[value]) }))}
          onChange={(event) => setConfigType(typeOf(event.target.value))}
        />
      </Field>
      {configType ? (
        <ConfigInputs
          key={`${configType} ${round}`}
          configType={configType}
          data={configType === 'pricing' ? (activePricing ?? DEFAULT_WORDS) : {}}
          errors={errors}
        />
      ) : null}
      {configType && isDestination(configType) ? (
        <Notice>
          <p>
            {t(
              'Payers will be told to send their money there. Every administrator gets a mail about the change.',
            )}
          </p>
        </Notice>
      ) : null}
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={create.isPending}
          pendingLabel={t('Saving...')}
        >
          {t('Save configuration')}
        </Button>
      </div>
    </form>
  );
}

/** The built-in titles and texts, without an amount: a price is typed, never taken over unseen. */
const DEFAULT_WORDS = {
  onetime: { ...DEFAULT_PRICING.onetime, amount: '' },
  installment: { ...DEFAULT_PRICING.installment, amount: '' },
};
