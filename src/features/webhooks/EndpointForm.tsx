import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { WEBHOOK_EVENTS, WEBHOOK_FIELDS } from '../../shared/webhooks/events.ts';
import { words } from '../../shared/words.ts';
import { TextField } from '../../web/fields/TextField.tsx';
import { Checkbox } from '../../web/forms/Checkbox.tsx';
import { FieldError, Hint } from '../../web/forms/Field.tsx';
import { FormErrors } from '../../web/forms/FormErrors.tsx';
import { type FormPart, useForm } from '../../web/forms/useForm.ts';
import { useRecentPassword } from '../../web/recentPassword.ts';
import { Button } from '../../web/ui/Button.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useWords } from '../../web/words.tsx';
import { listWebhookDeliveries } from './delivery.contract.ts';
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  type Endpoint,
  listWebhookEndpoints,
} from './endpoint.contract.ts';
import { EVENT_LABELS, FIELD_LABELS } from './webhook.rules.ts';

const FAILED = words('The endpoint could not be saved. Please try again.');

/** What the inputs say, as both calls take it. */
const chosenIn = (inputs: FormData) => ({
  url: inputs.get('url'),
  events: inputs.getAll('events'),
  fields: inputs.getAll('fields'),
});

function useRefresh() {
  const client = useQueryClient();
  return () => {
    for (const { name } of [listWebhookEndpoints, listWebhookDeliveries])
      void client.invalidateQueries({ queryKey: [name] });
  };
}

/** A new endpoint; `onCreated` gets its secret, which nobody can read again. */
export function NewEndpoint({ onCreated }: { onCreated: (secret: string) => void }) {
  const t = useWords();
  const refresh = useRefresh();
  const form = useForm(createWebhookEndpoint, {
    fallback: FAILED,
    through: useRecentPassword(),
    read: chosenIn,
    onSuccess({ message, secret }) {
      toast({ title: t('Endpoint added'), description: t(message) });
      refresh();
      onCreated(secret);
    },
  });
  return (
    <form {...form.form} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FormErrors state={form} />
      <EndpointFields of={form} />
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={form.isPending}
          pendingLabel={t('Saving...')}
        >
          {t('Add endpoint')}
        </Button>
      </div>
    </form>
  );
}

/** The settings of an endpoint being changed. */
export function ChangedEndpoint({ endpoint, onDone }: { endpoint: Endpoint; onDone: () => void }) {
  const t = useWords();
  const refresh = useRefresh();
  const { id, isPaused } = endpoint;
  const form = useForm(changeWebhookEndpoint, {
    fallback: FAILED,
    through: useRecentPassword(),
    params: { id },
    read: (inputs) => ({ ...chosenIn(inputs), isPaused }),
    onSuccess({ message }) {
      toast({ title: t('Endpoint saved'), description: t(message) });
      refresh();
      onDone();
    },
  });
  return (
    <form {...form.form} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FormErrors state={form} />
      <EndpointFields of={form} endpoint={endpoint} />
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={form.isPending}
          pendingLabel={t('Saving...')}
        >
          {t('Save')}
        </Button>
        <Button onClick={onDone}>{t('Cancel')}</Button>
      </div>
    </form>
  );
}

function EndpointFields({ of, endpoint }: { of: FormPart; endpoint?: Endpoint }) {
  const t = useWords();
  return (
    <>
      <TextField
        of={of}
        name="url"
        label={t('Address')}
        hint={t('The full address of the receiver, starting with https://')}
        type="url"
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        defaultValue={endpoint?.url}
      />
      <Choices
        name="events"
        label={t('Events')}
        options={WEBHOOK_EVENTS.map((value) => ({ value, label: t(EVENT_LABELS[value]) }))}
        chosen={endpoint?.events ?? []}
        error={of.errors.events}
      />
      <Choices
        name="fields"
        label={t('Also send')}
        hint={t(
          'Messages contain only IDs. Tick what the receiver needs beyond that: it leaves this site and is not erased there when it is erased here.',
        )}
        options={WEBHOOK_FIELDS.map((value) => ({ value, label: t(FIELD_LABELS[value]) }))}
        chosen={endpoint?.fields ?? []}
        error={of.errors.fields}
      />
    </>
  );
}

interface ChoicesProps {
  name: string;
  label: string;
  hint?: string;
  options: readonly { value: string; label: string }[];
  chosen: readonly string[];
  error: string | undefined;
}

function Choices({ name, label, hint, options, chosen, error }: ChoicesProps) {
  const t = useWords();
  const id = useId();
  return (
    <fieldset className="field" aria-describedby={hint ? `${id}-hint` : undefined}>
      <legend className="field-label">{label}</legend>
      <Hint id={id}>{hint}</Hint>
      <FieldError id={id}>{error && t(error)}</FieldError>
      {options.map((option) => (
        <Checkbox
          key={option.value}
          name={name}
          value={option.value}
          label={option.label}
          defaultChecked={chosen.includes(option.value)}
        />
      ))}
    </fieldset>
  );
}
