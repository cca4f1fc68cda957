import { useState } from 'react';
import { words } from '../../../../shared/words.ts';
import { useAction } from '../../../../web/actions/useAction.ts';
import { call } from '../../../../web/api.ts';
import { Field } from '../../../../web/forms/Field.tsx';
import { FormErrors } from '../../../../web/forms/FormErrors.tsx';
import { Select } from '../../../../web/forms/Select.tsx';
import { TextArea } from '../../../../web/forms/TextArea.tsx';
import { TextInput } from '../../../../web/forms/TextInput.tsx';
import { useForm } from '../../../../web/forms/useForm.ts';
import { useRecentPassword } from '../../../../web/recentPassword.ts';
import { Button } from '../../../../web/ui/Button.tsx';
import { useWords } from '../../../../web/words.tsx';
import { ACCOUNT_LABELS } from '../journal/account-labels.rules.ts';
import { decideLines, type LineAction, undoLines } from './line-decision.contract.ts';
import { isSetAsideAccount, SET_ASIDE_ACCOUNTS } from './line-decision.rules.ts';
import { useDifferenceWarning } from './useDifferenceWarning.tsx';
import { usePaymentAction } from '../usePaymentAction.ts';
import { useReopen } from '../useReopen.ts';

const LABELS: Readonly<Record<LineAction, string>> = {
  assign: words('Assign to an application'),
  refund: words('Refund with PayPal'),
  return: words('Record as returned to a payer'),
  donations: ACCOUNT_LABELS.donations,
  other_income: ACCOUNT_LABELS.other_income,
  spending: ACCOUNT_LABELS.spending,
  in_transit: ACCOUNT_LABELS.in_transit,
  dismiss: words('Dismiss: it is recorded already, or no money'),
};

/** What a line of each kind can be, the likeliest first; `many`: of several lines at once. */
export const LINE_CHOICES = {
  paypal: ['assign', 'refund', ...SET_ASIDE_ACCOUNTS],
  credit: ['assign', 'donations', 'other_income', 'in_transit', 'dismiss'],
  debit: ['spending', 'in_transit', 'other_income', 'donations', 'dismiss'],
  many: [...SET_ASIDE_ACCOUNTS, 'dismiss'],
} as const satisfies Record<string, readonly LineAction[]>;

/** A payment whose money may have gone back. */
interface ReturnedPayment {
  paymentId: string;
  refundId: string | null;
  reference: string;
  name: string;
  instalment: number;
}

interface DecideLinesProps {
  lines: readonly string[];
  kind: keyof typeof LINE_CHOICES;
  /** Of one line of a statement: a rule can be made of its words. */
  canMakeRule?: boolean;
  returns?: readonly ReturnedPayment[];
}

/** What is to become of lines that nothing explains: a button that opens the form. */
export function DecideLines(props: DecideLinesProps) {
  const t = useWords();
  const [isOpen, setOpen] = useState(false);
  return isOpen ? (
    <DecideForm {...props} onDone={() => setOpen(false)} />
  ) : (
    <p>
      <Button onClick={() => setOpen(true)}>{t('Resolve...')}</Button>
    </p>
  );
}

/** The same, already open. */
export function DecideForm({
  lines,
  kind,
  canMakeRule = false,
  returns = [],
  onDone,
}: DecideLinesProps & { onDone: () => void }) {
  const t = useWords();
  const choices: readonly LineAction[] = [
    ...(returns.length > 0 ? (['return'] as const) : []),
    ...LINE_CHOICES[kind],
  ];
  const [to, setTo] = useState<LineAction>(choices[0] ?? 'dismiss');
  const undo = useUndoLines();
  const reopen = useReopen('paypal', lines[0] ?? '');
  const through = useDifferenceWarning(useRecentPassword());
  const form = useForm(decideLines, {
    ...usePaymentAction(onDone, (_answer, body: { to: LineAction }) => {
      if (kind !== 'paypal') return undo.actionFor(lines).press;
      // What was recorded for a payer is moved or refunded instead.
      return body.to === 'assign' || body.to === 'refund' ? undefined : () => void reopen.run();
    }),
    through,
    read: (data) => bodyOf(data, { lines, to, returns }),
  });
  const error = (name: string) => (form.errors[name] ? t(form.errors[name]) : undefined);
  return (
    <form {...form.form} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FormErrors state={form} />
      <Field label={t('What is it?')} required error={error('to')}>
        <Select<LineAction>
          name="to"
          value={to}
          onChoose={setTo}
          options={choices.map((value) => ({ value, label: t(LABELS[value]) }))}
        />
      </Field>
      {to === 'assign' ? (
        <Field label={t('Application reference')} required error={error('reference')}>
          <TextInput name="reference" autoComplete="off" spellCheck={false} maxLength={20} />
        </Field>
      ) : null}
      {to === 'return' ? (
        <Field label={t('Whose payment?')} required error={error('paymentId')}>
          <Select
            name="returned"
            options={returns.map(({ reference, name, instalment, refundId }, at) => ({
              value: String(at),
              label: [
                reference,
                name,
                t('payment {number}', { number: instalment }),
                refundId === null ? t('record the refund') : t('the refund is recorded'),
              ].join(' · '),
            }))}
          />
        </Field>
      ) : null}
      {canMakeRule && isSetAsideAccount(to) ? (
        <Field
          label={t('Also for lines that contain')}
          required={false}
          hint={t(
            'All open lines with these words go there now. For later ones, one click is enough.',
          )}
          error={error('contains')}
        >
          <TextInput name="contains" autoComplete="off" maxLength={100} />
        </Field>
      ) : null}
      <Field
        label={t('Reason')}
        required
        hint={t('It stays in the history.')}
        error={error('reason')}
      >
        <TextArea name="reason" rows={2} maxLength={1000} />
      </Field>
      <div className="actions">
        <Button type="submit" pending={form.isPending} pendingLabel={t('Recording...')}>
          {to === 'dismiss'
            ? t('Dismiss')
            : isSetAsideAccount(to)
              ? t('Record as {account}', { account: t(LABELS[to]) })
              : t(LABELS[to])}
        </Button>
        <Button onClick={onDone}>{t('Back')}</Button>
      </div>
    </form>
  );
}

function bodyOf(
  data: FormData,
  {
    lines,
    to,
    returns,
  }: Pick<DecideLinesProps, 'lines'> & {
    to: LineAction;
    returns: readonly ReturnedPayment[];
  },
) {
  const returned = returns[Number(data.get('returned'))];
  const contains = String(data.get('contains') ?? '').trim();
  return {
    lines: [...lines],
    to,
    reason: data.get('reason'),
    ...(to === 'assign' ? { reference: data.get('reference') } : {}),
    ...(to === 'return' ? { paymentId: returned?.paymentId } : {}),
    ...(to === 'return' && returned?.refundId ? { refundId: returned.refundId } : {}),
    ...(contains ? { contains } : {}),
  };
}

/** Takes back what was decided of lines of a statement. */
export function useUndoLines() {
  const t = useWords();
  const undo = useAction(
    (lines: readonly string[]) => call(undoLines, { body: { lines: [...lines] } }),
    {
      through: useRecentPassword(),
      done: t('Undone'),
      failed: t('Undo failed'),
      refresh: 'all',
    },
  );
  /** Of the toast that says what was decided. */
  const actionFor = (lines: readonly string[]) => ({
    label: t('Undo'),
    press: () => void undo.run(lines),
  });
  return { ...undo, actionFor };
}
