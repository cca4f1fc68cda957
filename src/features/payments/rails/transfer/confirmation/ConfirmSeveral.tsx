import { useState } from 'react';
import type { AnswerOf } from '../../../../../shared/endpoint.ts';
import { errorsOf } from '../../../../../shared/form.ts';
import { cents, decimal, dollars, isAmount } from '../../../../../shared/money.ts';
import { words } from '../../../../../shared/words.ts';
import { call, newIdempotencyKey } from '../../../../../web/api.ts';
import { useRecentPassword } from '../../../../../web/recentPassword.ts';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Dialog } from '../../../../../web/ui/Dialog.tsx';
import { Field } from '../../../../../web/forms/Field.tsx';
import { ErrorNotice } from '../../../../../web/ui/Notice.tsx';
import { Checkbox } from '../../../../../web/forms/Checkbox.tsx';
import { TextInput } from '../../../../../web/forms/TextInput.tsx';
import { useAction } from '../../../../../web/actions/useAction.ts';
import { useWords } from '../../../../../web/words.tsx';
import { SurplusChoice, type SurplusUse } from '../../../core/lines/useDifferenceWarning.tsx';
import { today } from './DecisionForms.tsx';
import { confirmPayments, type PaymentRow } from './confirmation.contract.ts';

interface ConfirmSeveralProps {
  claims: readonly PaymentRow[];
  /** Whether anything was sent. */
  onClose: (isDone: boolean) => void;
}

interface ReceivedMoney {
  receivedAmount: string;
  receivedOn: string;
}

/** By the claim's id. */
type Receipts = Readonly<Record<string, ReceivedMoney>>;
type Answer = AnswerOf<typeof confirmPayments>;

function receiptOf(receipts: Receipts, id: string): ReceivedMoney {
  const receipt = receipts[id];
  if (!receipt) throw new Error('A claim without its receipt.');
  return receipt;
}

/** The chosen claims, with amount and day of each to correct; then their results. */
export function ConfirmSeveral({ claims: given, onClose }: ConfirmSeveralProps) {
  const t = useWords();
  // Kept as they were chosen: the lists behind the dialog are fetched anew once some are confirmed.
  const [claims, setClaims] = useState(given);
  const [receipts, setReceipts] = useState<Receipts>(() =>
    Object.fromEntries(
      given.map(({ id, amount }) => [id, { receivedAmount: amount, receivedOn: today() }]),
    ),
  );
  const [answer, setAnswer] = useState<Answer>();
  return (
    <Dialog
      open
      onClose={() => onClose(answer !== undefined)}
      size="3xl"
      title={answer ? t('Results') : t('Confirm these payments?')}
    >
      {answer ? (
        <Results
          claims={claims}
          answer={answer}
          onDone={() => onClose(true)}
          onTryAgain={(failed) => {
            setClaims(failed);
            setAnswer(undefined);
          }}
        />
      ) : (
        <ConfirmationForm
          claims={claims}
          receipts={receipts}
          onChange={setReceipts}
          onDone={setAnswer}
          onBack={() => onClose(false)}
        />
      )}
    </Dialog>
  );
}

interface ResultsProps {
  claims: readonly PaymentRow[];
  answer: Answer;
  onDone: () => void;
  onTryAgain: (failed: readonly PaymentRow[]) => void;
}

function Results({ claims, answer, onDone, onTryAgain }: ResultsProps) {
  const t = useWords();
  const { message, results } = answer;
  const failed = claims.filter(({ id }) => results.some((r) => r.id === id && !r.isConfirmed));
  return (
    <div className="grid gap-5">
      <p role="status" className="bold">
        {t(message)}
      </p>
      <ul className="edged-t border-rule">
        {claims.map((claim) => {
          const result = results.find(({ id }) => id === claim.id);
          return (
            <li key={claim.id} className="grid gap-1 edged-b border-rule py-2">
              <strong>
                {claim.reference} · {claim.name}
              </strong>
              <span className={result?.isConfirmed ? 'text-success' : 'text-danger'}>
                {t(result?.message ?? '')}
              </span>
            </li>
          );
        })}
      </ul>
      <div className="actions">
        <Button variant="primary" onClick={onDone}>
          {t('Done')}
        </Button>
        {failed.length > 0 ? (
          <Button onClick={() => onTryAgain(failed)}>
            {t('Retry the {count} that failed', { count: failed.length })}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

interface ConfirmationFormProps {
  claims: readonly PaymentRow[];
  receipts: Receipts;
  onChange: (receipts: Receipts) => void;
  onDone: (answer: Answer) => void;
  onBack: () => void;
}

function ConfirmationForm({ claims, receipts, ...on }: ConfirmationFormProps) {
  const t = useWords();
  const [key] = useState(newIdempotencyKey);
  const [isAccepted, setAccepted] = useState(false);
  const [use, setUse] = useState<SurplusUse>('keep');
  const differing = claims.filter((claim) => isDifferent(claim, receiptOf(receipts, claim.id)));
  const overCents = (claim: PaymentRow) => overCentsOf(claim, receiptOf(receipts, claim.id));
  const over = differing.filter((claim) => overCents(claim) > 0n);
  const keeps = use === 'keep' && over.some(hasLater);
  const body = {
    claims: claims.map((claim) => ({
      id: claim.id,
      ...receiptOf(receipts, claim.id),
      ...(isAccepted && differing.includes(claim) ? { acceptDifference: true } : {}),
      ...(isAccepted && keeps && over.includes(claim) ? { keepSurplus: true } : {}),
    })),
  };
  const errors = errorsOf(confirmPayments.body as never, body);
  const isComplete = Object.keys(errors).length === 0 && (differing.length === 0 || isAccepted);
  const send = useAction(() => call(confirmPayments, { body, key }), {
    through: useRecentPassword(),
    fallback: words('Your decision could not be saved. Please try again.'),
    refresh: 'all',
    onDone: on.onDone,
  });
  return (
    <form
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (isComplete && !send.isPending) void send.run();
      }}
    >
      <ErrorNotice sentence={send.failure} />
      <ConfirmationSummary claims={claims} receipts={receipts} />
      {differing.length > 0 ? (
        <div className="grid gap-3">
          {differing.map((claim) => (
            <p key={claim.id} className="bold text-danger">
              {claim.reference}:{' '}
              {t('You confirm {received}. Due: {due}.', {
                received: dollars(cents(receiptOf(receipts, claim.id).receivedAmount)),
                due: dollars(cents(claim.amount)),
              })}
            </p>
          ))}
          {over.length > 0 ? (
            <SurplusChoice
              surplus={{
                over: decimal(over.reduce((sum, claim) => sum + overCents(claim), 0n)),
                creditable: over.some(hasLater) ? 'unknown' : undefined,
              }}
              onChange={setUse}
            />
          ) : null}
          <Checkbox
            label={t('Confirm these amounts as they are')}
            checked={isAccepted}
            onChange={(event) => setAccepted(event.currentTarget.checked)}
          />
        </div>
      ) : null}
      <ul className="edged-t border-rule">
        {claims.map((claim, at) => {
          const receipt = receiptOf(receipts, claim.id);
          return (
            <li key={claim.id} className="edged-b border-rule py-3">
              <Row
                claim={claim}
                receipt={receipt}
                error={(name) => {
                  const sentence = errors[`claims.${at}.${name}`];
                  return sentence && t(sentence);
                }}
                onChange={(part) =>
                  on.onChange({ ...receipts, [claim.id]: { ...receipt, ...part } })
                }
              />
            </li>
          );
        })}
      </ul>
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          disabled={!isComplete}
          pending={send.isPending}
          pendingLabel={t('Confirming...')}
        >
          {t('Confirm {count, plural, one {# payment} other {# payments}}', {
            count: claims.length,
          })}
        </Button>
        <Button onClick={on.onBack}>{t('Back')}</Button>
      </div>
    </form>
  );
}

const isDifferent = ({ amount }: PaymentRow, { receivedAmount }: ReceivedMoney) =>
  isAmount(receivedAmount) && cents(receivedAmount) !== cents(amount);

const overCentsOf = ({ amount }: PaymentRow, { receivedAmount }: ReceivedMoney) =>
  isAmount(receivedAmount) ? cents(receivedAmount) - cents(amount) : 0n;

/** Whether its plan may have a payment that a surplus can count for. */
const hasLater = ({ instalment, of }: PaymentRow) => instalment < of;

/** Count, sum, and numbers that were reported more than once. */
function ConfirmationSummary({
  claims,
  receipts,
}: {
  claims: readonly PaymentRow[];
  receipts: Receipts;
}) {
  const t = useWords();
  const amounts = claims.map(({ id }) => receipts[id]?.receivedAmount ?? '');
  const sum = amounts.reduce((all, one) => all + (isAmount(one) ? cents(one) : 0n), 0n);
  const shared = claims.filter(({ sameNumber }) => sameNumber > 1);
  return (
    <div className="grid gap-2">
      <p>
        {t(
          '{count, plural, one {# payment} other {# payments}}, {sum} in total. Each payer will get a receipt by email.',
          { count: claims.length, sum: dollars(sum) },
        )}
      </p>
      {shared.length > 0 ? (
        <p className="bold text-danger">
          {t('Number reported more than once: {references}', {
            references: shared.map(({ reference }) => reference).join(', '),
          })}
        </p>
      ) : null}
    </div>
  );
}

interface RowProps {
  claim: PaymentRow;
  receipt: ReceivedMoney;
  error: (name: keyof ReceivedMoney) => string | undefined;
  onChange: (part: Partial<ReceivedMoney>) => void;
}

function Row({ claim, receipt, error, onChange }: RowProps) {
  const t = useWords();
  return (
    <fieldset className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_9rem_11rem]">
      <legend className="sr-only">{claim.reference}</legend>
      <p className="[overflow-wrap:anywhere]">
        <strong>{claim.reference}</strong> · {claim.name}
        <br />
        <span className="text-muted figures">
          {t('{amount} due', { amount: dollars(cents(claim.amount)) })} · {claim.number}
        </span>
      </p>
      <Field label={t('Received')} error={error('receivedAmount')}>
        <TextInput
          inputMode="decimal"
          autoComplete="off"
          value={receipt.receivedAmount}
          onChange={(event) => onChange({ receivedAmount: event.currentTarget.value })}
        />
      </Field>
      <Field label={t('Received on')} error={error('receivedOn')}>
        <TextInput
          type="date"
          value={receipt.receivedOn}
          onChange={(event) => onChange({ receivedOn: event.currentTarget.value })}
        />
      </Field>
    </fieldset>
  );
}
