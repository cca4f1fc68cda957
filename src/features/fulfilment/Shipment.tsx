import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { output } from 'zod/v4/core';
import { words } from '../../shared/words.ts';
import { conflictIn } from '../../web/conflict.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Conflict } from '../../web/forms/Conflict.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { Field } from '../../web/forms/Field.tsx';
import { FormErrors } from '../../web/forms/FormErrors.tsx';
import { TextInput } from '../../web/forms/TextInput.tsx';
import { toast } from '../../web/ui/toasts.ts';
import { useForm } from '../../web/forms/useForm.ts';
import { useWords } from '../../web/words.tsx';
import { changeShipment, type KitCard, Way } from './fulfilment.contract.ts';

interface ShipmentProps {
  /** Undefined while nothing is corrected. */
  kit: KitCard | undefined;
  onClose: () => void;
}

/** The courier and the number of one kit on its way: many are handed over at once, their numbers come later. */
export function Shipment({ kit, onClose }: ShipmentProps) {
  const t = useWords();
  return (
    <Dialog open={kit !== undefined} onClose={onClose} title={t('Courier and tracking number')}>
      {kit ? <ShipmentForm kit={kit} onClose={onClose} /> : null}
    </Dialog>
  );
}

function ShipmentForm({ kit, onClose }: ShipmentProps & { kit: KitCard }) {
  const t = useWords();
  const client = useQueryClient();
  const { courier, trackingNumber } = kit;
  const [filled, setFilled] = useState<output<typeof Way>>({ courier, trackingNumber });
  const [theirs, setTheirs] = useState<output<typeof Way>>();
  const form = useForm(changeShipment, {
    params: { id: kit.id },
    fallback: words('The courier could not be saved. Please try again.'),
    read: (given) => ({
      courier: String(given.get('courier') ?? ''),
      trackingNumber: String(given.get('trackingNumber') ?? '').trim() || null,
      seen: theirs ?? filled,
    }),
    onSuccess: ({ message }) => {
      toast({ title: t('Done'), description: t(message) });
      onClose();
      void client.invalidateQueries();
    },
    onFailure: (_, error) => setTheirs(conflictIn(Way, error)?.now),
  });
  const error = (name: string) => (form.errors[name] ? t(form.errors[name]) : undefined);
  return (
    <form {...form.form} className="grid gap-5">
      {theirs ? (
        <Conflict
          saved={[
            { label: t('Courier'), value: theirs.courier ?? '–' },
            { label: t('Tracking number'), value: theirs.trackingNumber ?? '–' },
          ]}
          isPending={form.isPending}
          onTakeTheirs={() => {
            setFilled(theirs);
            setTheirs(undefined);
          }}
        />
      ) : null}
      {/* The notice says it, with what to do about it. */}
      <FormErrors state={theirs ? { ...form, failure: undefined } : form} />
      <p>
        <span className="bold figures">{kit.reference}</span> {kit.name}
      </p>
      <div key={JSON.stringify(filled)} className="grid gap-5 sm:grid-cols-2">
        <Field label={t('Courier')} required error={error('courier')}>
          <TextInput
            name="courier"
            maxLength={100}
            defaultValue={filled.courier ?? ''}
            data-autofocus
          />
        </Field>
        <Field label={t('Tracking number')} required={false} error={error('trackingNumber')}>
          <TextInput
            name="trackingNumber"
            maxLength={100}
            autoComplete="off"
            defaultValue={filled.trackingNumber ?? ''}
          />
        </Field>
      </div>
      <p className="hint">{t('The applicant will get an email with it.')}</p>
      <div className="actions">
        {theirs ? null : (
          <Button
            type="submit"
            variant="primary"
            pending={form.isPending}
            pendingLabel={t('Saving...')}
          >
            {t('Save')}
          </Button>
        )}
        <Button onClick={onClose}>{t('Back')}</Button>
      </div>
    </form>
  );
}
