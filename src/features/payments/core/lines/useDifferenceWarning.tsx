import { cents, dollars } from '../../../../shared/money.ts';
import { go } from '../../../../web/address.ts';
import { CallError } from '../../../../web/api.ts';
import { RadioGroup } from '../../../../web/forms/RadioGroup.tsx';
import { Declined, type WithRecentPassword } from '../../../../web/recentPassword.ts';
import { type Question, useConfirm } from '../../../../web/ui/confirm.tsx';
import { useWords } from '../../../../web/words.tsx';
import { paymentDetailAddress } from '../paths.rules.ts';

/** What becomes of money that is too much. */
export type SurplusUse = 'keep' | 'refund' | 'leave';

/** In dollars, decimal strings. */
interface Surplus {
  over: string;
  /** What of it the next payments of the plan can take; `unknown`: they may take all of it. */
  creditable?: string | undefined;
  /** Whose payment can be refunded once it is recorded. */
  applicationId?: string | undefined;
}

/** What was chosen of a surplus before the server was asked. */
interface DecidedSurplus extends Surplus {
  use: SurplusUse;
}

/** What is chosen where nobody chooses otherwise. */
const usualUse = ({ creditable }: Surplus): SurplusUse => (creditable ? 'keep' : 'leave');

/** Asks a question that also lets what becomes of a surplus be chosen. Answers the choice; undefined after a no. */
export function useSurplusQuestion() {
  const confirm = useConfirm();
  return async (
    { text, ...question }: Question,
    surplus: Surplus | undefined,
  ): Promise<SurplusUse | undefined> => {
    let use = surplus ? usualUse(surplus) : 'leave';
    const withChoice = surplus && (
      <div className="grid gap-4">
        <div>{text}</div>
        <SurplusChoice surplus={surplus} onChange={(chosen) => (use = chosen)} />
      </div>
    );
    return (await confirm({ ...question, text: withChoice ?? text })) ? use : undefined;
  };
}

/**
 * Makes a call that confirms money. Where the server says that it is more or less than is due, both numbers are shown,
 * and a yes confirms the amount as it is; of what is too much the administrator chooses what becomes of it, unless that
 * was `decided` of the same amounts. Throws Declined after a no.
 */
export function useDifferenceWarning(through: WithRecentPassword) {
  const t = useWords();
  const ask = useSurplusQuestion();
  return async <T,>(send: (more?: object) => Promise<T>, decided?: DecidedSurplus): Promise<T> => {
    try {
      return await through(() => send());
    } catch (error) {
      if (!(error instanceof CallError) || error.detail.reason !== 'difference') throw error;
      const surplus = surplusIn(error.detail);
      const question = {
        title: t('Confirm a different amount?'),
        text: surplus ? error.shown : `${error.shown ?? ''} ${t('What is missing stays due.')}`,
        confirmLabel: t('Confirm this amount'),
        cancelLabel: t('Change it'),
        // Of a surplus everything is chosen, and each choice can be changed later.
        danger: !surplus,
      };
      const isDecided = decided && surplus && isSame(surplus, decided);
      const use = isDecided ? decided.use : await ask(question, surplus);
      if (!use) throw new Declined();
      const answer = await through(() =>
        send({ acceptDifference: true, ...(use === 'keep' ? { keepSurplus: true } : {}) }),
      );
      if (use === 'refund' && surplus?.applicationId)
        go(paymentDetailAddress(surplus.applicationId));
      return answer;
    }
  };
}

function surplusIn({ over, creditable, applicationId }: CallError['detail']): Surplus | undefined {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  return typeof over === 'string'
    ? { over, creditable: text(creditable), applicationId: text(applicationId) }
    : undefined;
}

/** Another administrator may have recorded something since it was shown. */
const isSame = (surplus: Surplus, decided: Surplus) =>
  surplus.over === decided.over &&
  (decided.creditable === 'unknown' || surplus.creditable === decided.creditable);

/** What can become of what is too much, each with its amount. */
export function SurplusChoice({
  surplus,
  onChange,
}: {
  surplus: Surplus;
  onChange: (use: SurplusUse) => void;
}) {
  const t = useWords();
  const { over, creditable, applicationId } = surplus;
  const amount = dollars(cents(over));
  const labelOf = (usable: string) => {
    if (usable === 'unknown')
      return t('Of {amount}, what the next payments can take counts for them', { amount });
    const rest = cents(over) - cents(usable);
    const values = { amount: dollars(cents(usable)), rest: dollars(rest) };
    return rest > 0n
      ? t('{amount} counts for the next payments, {rest} shows as overpaid', values)
      : t('{amount} counts for the next payments', values);
  };
  return (
    <RadioGroup<SurplusUse>
      label={t('What happens to the surplus?')}
      name="surplus"
      defaultValue={usualUse(surplus)}
      onChange={onChange}
      choices={[
        ...(creditable ? [{ value: 'keep' as const, label: labelOf(creditable) }] : []),
        ...(applicationId
          ? [
              {
                value: 'refund' as const,
                label: t('I will refund {amount}: open the payment next', { amount }),
              },
            ]
          : []),
        {
          value: 'leave',
          label: t('Decide later: {amount} shows as overpaid in To do', { amount }),
        },
      ]}
    />
  );
}
