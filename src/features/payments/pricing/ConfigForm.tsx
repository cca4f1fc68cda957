import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { CallError } from '../../../web/api.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Conflict } from '../../../web/forms/Conflict.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { Field } from '../../../web/forms/Field.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { Select } from '../../../web/forms/Select.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useEditConflict } from '../../../web/forms/useEditConflict.ts';
import { useWords } from '../../../web/words.tsx';
import {
  CONFIG_FIELDS,
  ConfigInputs,
  dataOf,
  MISSING,
  problemsOf,
  textAt,
  type Config,
} from './ConfigFields.tsx';
import { createPaymentConfig, listPaymentConfig } from './payment-config.contract.ts';
import {
  CONFIG_LABELS,
  CONFIG_TYPES,
  type ConfigType,
  isDestination,
} from './payment-config.rules.ts';
import { DEFAULT_PRICING } from './pricing.rules.ts';

const typeOf = (text: unknown) => CONFIG_TYPES.find((type) => type === text);

/** Makes a configuration in place of the active one that was seen; undefined while that is loading. */
function useConfigForm(activeId: string | null | undefined) {
  const t = useWords();
  const client = useQueryClient();
  // A new round brings new inputs, empty again.
  const [round, setRound] = useState(0);
  const { seen, hasConflict, startEditing, stopEditing } = useEditConflict(activeId);
  const showAsItIs = () => client.invalidateQueries({ queryKey: [listPaymentConfig.name] });

  const create = useForm(createPaymentConfig, {
    fallback: t('Failed to create payment config.'),
    through: useRecentPassword(),
    read: (form) => {
      const type = typeOf(form.get('configType'));
      const configData = type ? dataOf(type, form) : {};
      // The active configuration is shown above the button that replaces it.
      return { configType: type, configData, replaces: hasConflict ? activeId : seen };
    },
    check: (form) => {
      const type = typeOf(form.get('configType'));
      return type ? problemsOf(type, form) : { configType: MISSING };
    },
    onRefused: (errors) => {
      if (!Object.values(errors).includes(MISSING)) return;
      const title = t('Missing Information');
      toast({ title, description: t(MISSING), variant: 'destructive' });
    },
    onSuccess: ({ message }) => {
      toast({ title: t('Payment Config Created'), description: t(message) });
      begin();
      void showAsItIs();
    },
    onFailure: (sentence, error) => {
      if (error instanceof CallError && error.status === 409) void showAsItIs();
      toast({ title: t('Creation Failed'), description: t(sentence), variant: 'destructive' });
    },
  });

  /** Anew, over what is active now. */
  function begin() {
    stopEditing();
    setRound((r) => r + 1);
  }

  return { create, round, seen, begin, hasConflict, startEditing, stopEditing };
}

/** A payment configuration being made; it becomes the active one of its type. */
export function ConfigForm({ active }: { active: readonly Config[] | undefined }) {
  const t = useWords();
  const [configType, setConfigType] = useState<ConfigType>();
  const paid = active?.find((one) => one.configType === configType);
  const edit = useConfigForm(active && (paid?.id ?? null));
  const { create, hasConflict } = edit;
  // Prices begin as they are in force: whoever changes one need not enter the others again.
  const prices = active && { id: edit.seen, data: paid?.configData ?? { ...DEFAULT_PRICING } };
  const begun = configType === 'pricing' ? prices : { id: '', data: {} };
  // Said at the inputs that the data is made of.
  const { configData: _, ...errors } = create.errors;

  return (
    <form {...create.form} className="grid max-w-xl gap-5">
      {hasConflict && configType ? (
        <Conflict
          saved={
            paid
              ? CONFIG_FIELDS[configType].map(({ path, label }) => ({
                  label: t(label),
                  value: textAt(paid.configData, path) || '–',
                }))
              : [{ label: t(CONFIG_LABELS[configType]), value: '–' }]
          }
          isPending={create.isPending}
          onTakeTheirs={edit.begin}
        />
      ) : null}
      {/* The notice says it, with what to do about it. */}
      <FormErrors
        state={{ ...create, errors, failure: hasConflict ? undefined : create.failure }}
      />
      <Field label={t('Payment type')} error={errors.configType && t(errors.configType)}>
        <Select
          name="configType"
          placeholder={t('Choose a type')}
          options={CONFIG_TYPES.map((value) => ({ value, label: t(CONFIG_LABELS[value]) }))}
          onChange={(event) => {
            edit.stopEditing();
            setConfigType(typeOf(event.target.value));
          }}
        />
      </Field>
      {configType && begun ? (
        <div
          key={`${configType} ${edit.round} ${begun.id}`}
          className="contents"
          onInput={edit.startEditing}
        >
          <ConfigInputs configType={configType} data={begun.data} errors={errors} />
        </div>
      ) : configType ? (
        <Loading>{t('Loading the configurations...')}</Loading>
      ) : null}
      {configType && isDestination(configType) ? (
        <Notice>
          <p>
            {t(
              'Payers will be asked to send their money there. Every administrator gets an email about the change.',
            )}
          </p>
        </Notice>
      ) : null}
      <div className="actions">
        {hasConflict || !begun ? null : (
          <Button
            type="submit"
            variant="primary"
            pending={create.isPending}
            pendingLabel={t('Saving...')}
          >
            {t('Save configuration')}
          </Button>
        )}
      </div>
    </form>
  );
}
