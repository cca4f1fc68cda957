import { cents, dollars } from '../../../../shared/money.ts';
import { go } from '../../../../web/address.ts';
import { CallError } from '../../../../web/api.ts';
import { RadioGroup } from '../../../../web/forms/RadioGroup.tsx';
import { Declined, type WithRecentPassword } from '../../../../web/recentPassword.ts';
import { useConfirm } from '../../../../web/ui/confirm.tsx';
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

/** What is chosen where nobody chooses otherwise. */
const usualUse = ({ creditable }: Surplus): SurplusUse => (creditable ? 'keep' : 'leave');

/**
 * Makes a call that confirms money. Where the server says that it is more or less than is due, both numbers are shown,
 * and a yes confirms the amount as it is; of what is too much the administrator chooses what becomes of it. Throws
 * Declined after a no.
 */
export function useDifferenceWarning(through: WithRecentPassword) {
  const t = useWords();
  const confirm = useConfirm();
  return async <T,>(send: (more?: object) => Promise<T>): Promise<T> => {
    try {
      return await through(() => send());
    } catch (error) {
      if (!(error instanceof CallError) || error.detail.reason !== 'difference') throw error;
      const surplus = surplusIn(error.detail);
      let use = surplus ? usualUse(surplus) : 'leave';
      const isMeant = await confirm({
        title: t('Confirm a different amount?'),
        text: surplus ? (
          <div className="grid gap-4">
            <p>{error.shown}</p>
            <SurplusChoice surplus={surplus} onChange={(chosen) => (use = chosen)} />
          </div>
        ) : (
          `${error.shown ?? ''} ${t('What is missing stays due.')}`
        ),
        confirmLabel: t('Confirm this amount'),
        cancelLabel: t('Change it'),
        // Of a surplus everything is chosen, and each choice can be changed later.
        danger: !surplus,
      });
      if (!isMeant) throw new Declined();
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
