import { useQuery } from '@tanstack/react-query';
import { words } from '../../shared/words.ts';
import { call } from '../../web/api.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { Field } from '../../web/forms/Field.tsx';
import { FormErrors } from '../../web/forms/FormErrors.tsx';
import { Loading } from '../../web/loading/Loading.tsx';
import { LoadError } from '../../web/loading/LoadError.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { TextArea } from '../../web/forms/TextArea.tsx';
import { TextInput } from '../../web/forms/TextInput.tsx';
import { useForm } from '../../web/forms/useForm.ts';
import { useWords } from '../../web/words.tsx';
import type { AnswerOf } from '../../shared/endpoint.ts';
import { type KitCard, moveKits } from './fulfilment.contract.ts';
import type { KitStep } from './fulfilment.rules.ts';
import { useStepDone } from './useStepDone.ts';

interface ShipmentActionsProps {
  /** Undefined while nothing is asked for. */
  step: KitStep | undefined;
  kits: readonly KitCard[];
  onClose: () => void;
  onDone: () => void;
  /** Takes the focus then; the opener where it answers nothing. */
  returnFocus: () => Element | null | undefined;
}

const TITLES: Readonly<Record<KitStep, string>> = {
  in_review: words('Start reviewing these applications?'),
  needs_information: words('Ask the applicants for information?'),
  approved: words('Approve these applications?'),
  dispatched: words('Mark these kits as dispatched?'),
  delivered: words('Mark these kits as delivered?'),
  cancelled: words('Cancel these applications?'),
};

/** What a step would do, counted by the server first, and then the step. */
export function ShipmentActions({
  step,
  kits,
  onClose,
  onDone,
  returnFocus,
}: ShipmentActionsProps) {
  const t = useWords();
  return (
    <Dialog
      open={step !== undefined}
      onClose={onClose}
      title={step ? t(TITLES[step]) : ''}
      returnFocus={returnFocus}
    >
      {step ? <StepPreview step={step} kits={kits} onClose={onClose} onDone={onDone} /> : null}
    </Dialog>
  );
}

type StepPreviewProps = Omit<ShipmentActionsProps, 'returnFocus'> & { step: KitStep };

function StepPreview({ step, kits, onClose, onDone }: StepPreviewProps) {
  const t = useWords();
  const ids = kits.map(({ id }) => id);
  // Counted each time: the board may have changed.
  const preview = useQuery({
    queryKey: [moveKits.name, 'preview', step, ids],
    queryFn: ({ signal }) => call(moveKits, { body: { ids, to: step, preview: true }, signal }),
    gcTime: 0,
  });
  if (preview.error)
    return (
      <LoadError
        query={preview}
        fallback={t('The applications could not be counted. Please try again.')}
      />
    );
  if (!preview.data) return <Loading>{t('Counting...')}</Loading>;
  const { moved, refused, message } = preview.data;
  return (
    <>
      <p className="bold">
        {moved > 0 ? t(message) : t('None of these applications can move to this step.')}
      </p>
      <Refused refused={refused} />
      {moved > 0 ? (
        <StepForm
          step={step}
          ids={ids.filter((id) => !refused.some((one) => one.id === id))}
          onClose={onClose}
          onDone={onDone}
        />
      ) : (
        <div className="actions">
          <Button onClick={onClose}>{t('Back')}</Button>
        </div>
      )}
    </>
  );
}

function Refused({ refused }: { refused: AnswerOf<typeof moveKits>['refused'] }) {
  const t = useWords();
  if (refused.length === 0) return null;
  return (
    <Notice>
      <strong>{t('These will not change:')}</strong>
      <ul className="grid gap-2">
        {refused.map(({ id, reference, reason }) => (
          <li key={id} className="[overflow-wrap:anywhere]">
            <span className="bold figures">{reference}</span> {t(reason)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface StepFormProps {
  step: KitStep;
  ids: string[];
  onClose: () => void;
  onDone: () => void;
}

function StepForm({ step, ids, onClose, onDone }: StepFormProps) {
  const t = useWords();
  const sayDone = useStepDone();
  const form = useForm(moveKits, {
    fallback: words('The applications could not be updated. Please try again.'),
    read: (given) => ({ ids, to: step, ...readOf(given) }),
    onSuccess: (answer) => {
      sayDone(answer, { ids, to: step });
      onDone();
    },
  });
  const error = (name: string) => (form.errors[name] ? t(form.errors[name]) : undefined);
  return (
    <form {...form.form} className="grid gap-5">
      <FormErrors state={form} />
      {step === 'cancelled' ? (
        <Notice>
          <p>
            {t(
              'Cancelling refunds nothing. Payments already made stay recorded and their receipts stay valid. Whether to refund them is your team’s decision.',
            )}
          </p>
        </Notice>
      ) : null}
      {step === 'dispatched' ? (
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label={t('Courier')} required error={error('courier')}>
            <TextInput name="courier" maxLength={100} data-autofocus />
          </Field>
          {ids.length === 1 ? (
            <Field label={t('Tracking number')} required={false} error={error('trackingNumber')}>
              <TextInput name="trackingNumber" maxLength={100} autoComplete="off" />
            </Field>
          ) : null}
        </div>
      ) : null}
      {step === 'needs_information' || step === 'cancelled' ? (
        <Field
          label={step === 'cancelled' ? t('Reason') : t('What is missing')}
          hint={t('The applicant will see this.')}
          required
          error={error('note')}
        >
          <TextArea name="note" rows={4} maxLength={1000} />
        </Field>
      ) : null}
      <div className="actions">
        <Button
          type="submit"
          variant={step === 'cancelled' ? 'danger' : 'primary'}
          pending={form.isPending}
          pendingLabel={t('Saving...')}
        >
          {t('{count, plural, one {Update # application} other {Update # applications}}', {
            count: ids.length,
          })}
        </Button>
        <Button onClick={onClose}>{t('Back')}</Button>
      </div>
    </form>
  );
}

/** What was typed; what was left empty is left out. */
function readOf(form: FormData) {
  const text = (name: string) => String(form.get(name) ?? '').trim();
  const filled = ['courier', 'trackingNumber', 'note'].filter((name) => text(name) !== '');
  return Object.fromEntries(filled.map((name) => [name, text(name)]));
}
