import { useState } from 'react';
import { amountIn, cents, dollars } from '../../../../../shared/money.ts';
import { words } from '../../../../../shared/words.ts';
import { Field } from '../../../../../web/forms/Field.tsx';
import { FormErrors } from '../../../../../web/forms/FormErrors.tsx';
import { Select } from '../../../../../web/forms/Select.tsx';
import { TextArea } from '../../../../../web/forms/TextArea.tsx';
import { TextInput } from '../../../../../web/forms/TextInput.tsx';
import { useForm } from '../../../../../web/forms/useForm.ts';
import { IfCan } from '../../../../../web/permissions.tsx';
import { Button } from '../../../../../web/ui/Button.tsx';
import { useConfirm } from '../../../../../web/ui/confirm.tsx';
import { useDates } from '../../../../../web/useDates.ts';
import { useLanguage, useWords } from '../../../../../web/words.tsx';
import { usePaymentAction } from '../../../core/usePaymentAction.ts';
import { answerDispute } from './answer-dispute.contract.ts';
import {
  CARRIERS,
  DISPUTE_ANSWERS,
  type DisputeAnswerKind,
  type DisputeResponse,
  RESOLUTION_CENTER,
  RESPONSE_FOR,
} from './answer-dispute.rules.ts';

const LABELS: Readonly<Record<DisputeAnswerKind, string>> = {
  accept: words('Accept the claim and give the money back'),
  offer: words('Offer a refund'),
  evidence: words('Send evidence'),
  elsewhere: words('Write down what I answered at PayPal'),
};

const ANSWERED: Readonly<Record<DisputeAnswerKind, string>> = {
  accept: words('Claim accepted on {date}.'),
  offer: words('Refund of {amount} offered on {date}.'),
  evidence: words('Evidence sent on {date}.'),
  elsewhere: words('Answered at PayPal on {date}.'),
};

interface AnswerDisputeProps {
  id: string;
  /** Dollars in dispute, a decimal string. */
  amount: string;
  dispute: {
    responses: readonly DisputeResponse[];
    offered: string | null;
    answer: {
      to: DisputeAnswerKind;
      note: string;
      amount: string | null;
      at: string;
      isSent: boolean;
    } | null;
  };
}

/** What was answered to a dispute, and the way to answer it: here where PayPal allows it, else at PayPal. */
export function AnswerDispute({
  id,
  amount,
  dispute: { responses, offered, answer },
}: AnswerDisputeProps) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const language = useLanguage();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {offered ? (
        <p>
          {t('We offered {amount}. The dispute ends with it if the payer accepts.', {
            amount: amountIn(dollars(cents(offered)), language),
          })}
        </p>
      ) : null}
      {answer ? (
        <>
          <p>
            <strong>
              {t(ANSWERED[answer.to], {
                date: dateTimeOf(answer.at),
                amount: dollars(cents(answer.amount ?? '0')),
              })}
            </strong>{' '}
            {answer.isSent ? null : (
              <span className="text-danger">{t('PayPal has not confirmed it yet.')}</span>
            )}
          </p>
          <p className="hint whitespace-pre-line">{answer.note}</p>
        </>
      ) : null}
      <p>
        <a
          href={RESOLUTION_CENTER}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-11 items-center"
        >
          {t('Open PayPal’s Resolution Center')}
        </a>
      </p>
      <IfCan permission="payments:confirm">
        {isOpen ? (
          <AnswerForm
            id={id}
            disputed={amount}
            responses={responses}
            onDone={() => setOpen(false)}
          />
        ) : (
          <p>
            <Button onClick={() => setOpen(true)}>{t('Answer...')}</Button>
          </p>
        )}
      </IfCan>
    </>
  );
}

/** What cannot be taken back is asked about first. */
function useAnswerQuestion(disputed: string) {
  const t = useWords();
  const confirm = useConfirm();
  return async ({ to, amount }: { to: DisputeAnswerKind; amount?: string | undefined }) => {
    if (to === 'accept')
      return confirm({
        title: t('Accept this claim?'),
        text: t('PayPal will send {amount} back to the payer. This cannot be undone.', {
          amount: dollars(cents(disputed)),
        }),
        confirmLabel: t('Accept the claim'),
        danger: true,
      });
    if (to !== 'offer' || amount === undefined) return true;
    const offered = dollars(cents(amount));
    return confirm({
      title: t('Offer this refund?'),
      text:
        cents(amount) === cents(disputed)
          ? t(
              'This is all that is disputed. PayPal will send {amount} back to the payer at once. This cannot be undone.',
              { amount: offered },
            )
          : t(
              'If the payer accepts, PayPal will send {amount} back to them. You cannot take the offer back.',
              { amount: offered },
            ),
      confirmLabel: t('Offer {amount}', { amount: offered }),
      danger: true,
    });
  };
}

function AnswerForm({
  id,
  disputed,
  responses,
  onDone,
}: {
  id: string;
  disputed: string;
  responses: readonly DisputeResponse[];
  onDone: () => void;
}) {
  const t = useWords();
  const choices = DISPUTE_ANSWERS.filter(
    (one) => one === 'elsewhere' || responses.includes(RESPONSE_FOR[one]),
  );
  const [to, setTo] = useState<DisputeAnswerKind>(
    choices.includes('evidence') ? 'evidence' : 'elsewhere',
  );
  const form = useForm(answerDispute, {
    ...usePaymentAction(onDone),
    params: { id },
    confirm: useAnswerQuestion(disputed),
    read: (data) => {
      const tracking = String(data.get('tracking') ?? '').trim();
      return {
        to,
        note: data.get('note'),
        ...(data.has('amount') ? { amount: data.get('amount') } : {}),
        ...(tracking ? { tracking, carrier: data.get('carrier') } : {}),
      };
    },
  });
  const error = (name: string) => (form.errors[name] ? t(form.errors[name]) : undefined);
  return (
    <form {...form.form} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <FormErrors state={form} />
      <Field label={t('Your answer')} required error={error('to')}>
        <Select<DisputeAnswerKind>
          name="to"
          value={to}
          onChoose={setTo}
          options={choices.map((value) => ({ value, label: t(LABELS[value]) }))}
        />
      </Field>
      {to === 'offer' ? (
        <Field
          label={t('Refund amount in USD')}
          required
          hint={t('At most {held}.', { held: dollars(cents(disputed)) })}
          error={error('amount')}
        >
          <TextInput name="amount" autoComplete="off" inputMode="decimal" />
        </Field>
      ) : null}
      <Field
        label={to === 'offer' ? t('Note to the payer') : t('Note')}
        required
        hint={
          to === 'elsewhere'
            ? t('It stays in the history.')
            : to === 'offer'
              ? t('PayPal and the payer can read it, and it stays in the history.')
              : t('PayPal reads it, and it stays in the history.')
        }
        error={error('note')}
      >
        <TextArea name="note" rows={4} maxLength={2000} />
      </Field>
      {to === 'evidence' ? (
        <>
          <Field label={t('Tracking number')} required={false} error={error('tracking')}>
            <TextInput name="tracking" autoComplete="off" spellCheck={false} maxLength={100} />
          </Field>
          <Field label={t('Carrier')} required={false} error={error('carrier')}>
            <Select
              name="carrier"
              options={CARRIERS.map((value) => ({
                value,
                label: value === 'OTHER' ? t('Another carrier') : value.replace('_', ' '),
              }))}
            />
          </Field>
        </>
      ) : null}
      <div className="actions">
        <Button
          type="submit"
          variant={to === 'accept' || to === 'offer' ? 'danger' : 'primary'}
          pending={form.isPending}
          pendingLabel={t('Sending...')}
        >
          {t(LABELS[to])}
        </Button>
        <Button onClick={onDone}>{t('Back')}</Button>
      </div>
    </form>
  );
}
