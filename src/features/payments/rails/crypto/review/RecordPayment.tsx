import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { cents, dollars } from '../../../../../shared/money.ts';
import { words } from '../../../../../shared/words.ts';
import { sentenceOf } from '../../../../../web/api.ts';
import { Field } from '../../../../../web/forms/Field.tsx';
import { FormErrors } from '../../../../../web/forms/FormErrors.tsx';
import { Select } from '../../../../../web/forms/Select.tsx';
import { TextInput } from '../../../../../web/forms/TextInput.tsx';
import { useForm } from '../../../../../web/forms/useForm.ts';
import { read } from '../../../../../web/queries.ts';
import { useRecentPassword } from '../../../../../web/recentPassword.ts';
import { Button } from '../../../../../web/ui/Button.tsx';
import { Notice } from '../../../../../web/ui/Notice.tsx';
import { useWords } from '../../../../../web/words.tsx';
import {
  useDifferenceWarning,
  useSurplusQuestion,
} from '../../../core/lines/useDifferenceWarning.tsx';
import {
  assignOnChainTransfer,
  type ChainInstalment,
  type ChainInstalments,
  type ChainReviewRow,
  readChainInstalments,
} from './chain-review.contract.ts';
import { LikelyQuote } from './LikelyQuote.tsx';
import { outcomeOf, surplusOf } from './chain-review.rules.ts';
import { useTransferAction } from './useTransferAction.ts';

interface RecordPaymentProps {
  transfer: ChainReviewRow;
  quote: ChainReviewRow['quotes'][number] | undefined;
  onBack: () => void;
  onDone: () => void;
}

const NOT_LOOKED_UP = words(
  'Wait until the application is found, so that you can see what will be recorded.',
);

/** The button that had the focus is gone. */
const takeFocus = (heading: HTMLElement | null) => heading?.focus();

/** What is typed, beginning with the likeliest quote, what that does, and the form that records it. */
function useRecording({ transfer, quote, onDone }: Omit<RecordPaymentProps, 'onBack'>) {
  const t = useWords();
  const ask = useSurplusQuestion();
  const withWarning = useDifferenceWarning(useRecentPassword());
  const decided = useRef<Parameters<typeof withWarning>[1]>(undefined);
  const [reference, setReference] = useState(quote?.reference ?? '');
  const [number, setNumber] = useState(String(quote?.instalment ?? ''));
  const [amount, setAmount] = useState(
    quote?.amount === transfer.amount ? quote.usdAmount : (transfer.worth ?? ''),
  );
  const { found, open, isLooking, problem } = useInstalments(reference, transfer.id);
  const due = open.find((one) => String(one.number) === number) ?? open[0];
  const sentences = usePreviewSentences({ transfer, found, due, amount });
  const form = useForm(assignOnChainTransfer, {
    ...useTransferAction(onDone),
    through: (send) => withWarning(send, decided.current),
    params: { id: transfer.id },
    read: () => ({
      reference: reference.trim(),
      amount: amount.trim(),
      ...(due ? { instalment: due.number } : {}),
    }),
    // Only what the preview showed is recorded.
    check: (): Record<string, string> =>
      due || reference.trim() === '' ? {} : { reference: problem ?? NOT_LOOKED_UP },
    confirm: async (body) => {
      const question = {
        title: t('Record this money?'),
        text: sentences.map((sentence) => (
          <p key={sentence} className="[overflow-wrap:anywhere]">
            {sentence}
          </p>
        )),
        confirmLabel: t('Record {amount}', { amount: dollars(cents(body.amount)) }),
        danger: true,
      };
      const surplus = found && due && surplusOf(body.amount, due, found);
      const use = await ask(question, surplus);
      decided.current = surplus && use && { ...surplus, use };
      return use !== undefined;
    },
  });
  return {
    form,
    sentences,
    found,
    open,
    due,
    isLooking,
    problem,
    reference,
    amount,
    setReference,
    setNumber,
    setAmount,
  };
}

/** Records the transfer for a payment, after a preview of the effects. */
export function RecordPayment({ onBack, ...props }: RecordPaymentProps) {
  const t = useWords();
  const { transfer } = props;
  const { form, sentences, found, open, due, ...typed } = useRecording(props);
  const { isLooking, problem } = typed;
  const error = (name: string) => (form.errors[name] ? t(form.errors[name]) : undefined);
  return (
    <form {...form.form} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <h3 ref={takeFocus} tabIndex={-1}>
        {t('Record it for a payment')}
      </h3>
      <FormErrors state={form} />
      <Field
        label={t('Application reference')}
        required
        hint={isLooking ? t('Looking it up...') : found?.name}
        error={error('reference') ?? (problem && t(problem))}
      >
        <TextInput
          name="reference"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          value={typed.reference}
          onChange={({ target }) => typed.setReference(target.value)}
        />
      </Field>
      {found?.quotes.map((one) => (
        <LikelyQuote key={one.id} {...{ transfer, quote: one, onDone: props.onDone }} />
      ))}
      {found && due ? (
        <Field label={t('Payment')} required error={error('instalment')}>
          <Select
            name="instalment"
            options={open.map((one) => ({
              value: String(one.number),
              label: t('{number} of {all}: {open} due', {
                number: one.number,
                all: found.dues.length,
                open: dollars(cents(one.amount) - cents(one.held)),
              }),
            }))}
            value={String(due.number)}
            onChange={({ target }) => typed.setNumber(target.value)}
          />
        </Field>
      ) : null}
      <Field
        label={t('Value in USD')}
        required
        hint={
          transfer.worth === null
            ? t('Its value is unknown. Enter what it was worth when it was sent.')
            : t('At the rate of the most likely quote, it is worth {worth}.', {
                worth: dollars(cents(transfer.worth)),
              })
        }
        error={error('amount')}
      >
        <TextInput
          name="amount"
          inputMode="decimal"
          autoComplete="off"
          value={typed.amount}
          onChange={({ target }) => typed.setAmount(target.value)}
        />
      </Field>
      <Preview sentences={sentences} />
      <div className="actions">
        <Button
          type="submit"
          variant="primary"
          pending={form.isPending}
          pendingLabel={t('Recording...')}
        >
          {t('Record payment')}
        </Button>
        <Button onClick={onBack}>{t('Back')}</Button>
      </div>
    </form>
  );
}

interface Booking {
  transfer: ChainReviewRow;
  found: ChainInstalments | undefined;
  due: ChainInstalment | undefined;
  amount: string;
}

/** The effects of recording it, in sentences; none while input is missing. */
function usePreviewSentences({ transfer, found, due, amount }: Booking): string[] {
  const t = useWords();
  const outcome = due && outcomeOf(amount.trim(), due);
  if (!found || !outcome) return [];
  return [
    t('{money} will be recorded as {amount} for {reference}, {name}, payment {number} of {all}.', {
      money: `${transfer.amount} ${transfer.token}`,
      amount: dollars(cents(amount.trim())),
      reference: found.reference,
      name: found.name,
      number: due.number,
      all: found.dues.length,
    }),
    t(outcome.sentence, outcome.values),
    t('{name} will get an email. This cannot be undone here.', { name: found.name }),
  ];
}

/** The preview, announced as it changes. */
function Preview({ sentences }: { sentences: readonly string[] }) {
  const t = useWords();
  return (
    <div aria-live="polite">
      {sentences.length > 0 ? (
        <Notice>
          <strong>{t('What will happen')}</strong>
          {sentences.map((sentence) => (
            <p key={sentence} className="[overflow-wrap:anywhere]">
              {sentence}
            </p>
          ))}
        </Notice>
      ) : null}
    </div>
  );
}

const REFERENCE = /^PX-[A-Z\d]{5}$/;
const NONE_OPEN = words(
  'No money can be recorded for this application: every payment is paid or being checked.',
);

/**
 * The instalments of the application with the typed reference, looked up once the reference is complete;
 * `problem` says why nothing can be recorded for it. Fetched each time: another administrator may have recorded
 * something.
 */
function useInstalments(typed: string, transfer: string) {
  const reference = typed.trim().toUpperCase();
  const isWhole = REFERENCE.test(reference);
  const { data, error, isFetching } = useQuery({
    ...read(readChainInstalments, { query: { reference, transfer } }),
    enabled: isWhole,
    staleTime: 0,
  });
  const open = data?.dues.filter(({ canTake }) => canTake) ?? [];
  const failure = error && sentenceOf(error, words('The application could not be looked up.'));
  return {
    found: data,
    open,
    isLooking: isFetching && !data,
    problem: failure ?? (data && open.length === 0 ? NONE_OPEN : undefined),
  };
}
