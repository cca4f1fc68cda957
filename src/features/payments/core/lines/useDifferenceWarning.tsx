import { cents, dollars } from '../../../../shared/money.ts';
import { go } from '../../../../web/address.ts';
import { CallError } from '../../../../web/api.ts';
import { RadioGroup } from '../../../../web/forms/RadioGroup.tsx';
import { Declined, type WithRecentPassword } from '../../../../web/recentPassword.ts';
import { useConfirm } from '../../../../web/ui/confirm.tsx';
import { useWords } from '../../../../web/words.tsx';
import { paymentDetailAddress } from '../paths.rules.ts';

/** What becomes of money that is too much. */
type SurplusUse = 'keep' | 'refund' | 'leave';

/**
 * Makes a call that confirms money. Where the server says that it is more or less than is due, both numbers are shown,
 * and a yes confirms the amount as it is. Where the next payments of the plan can take what is too much, the administrator
 * chooses what becomes of it. Throws Declined after a no.
 */
export function useDifferenceWarning(through: WithRecentPassword) {
  const t = useWords();
  const confirm = useConfirm();
  return async <T,>(send: (more?: object) => Promise<T>): Promise<T> => {
    try {
      return await through(() => send());
    } catch (error) {
      if (!(error instanceof CallError) || error.detail.reason !== 'difference') throw error;
      const { creditable, applicationId } = error.detail;
      const isCreditable = typeof creditable === 'string';
      let use = (isCreditable ? 'keep' : 'leave') as SurplusUse;
      const isMeant = await confirm({
        title: t('Confirm a different amount?'),
        text: isCreditable ? (
          <div className="grid gap-4">
            <p>{error.shown}</p>
            <SurplusChoice creditable={creditable} onChange={(chosen) => (use = chosen)} />
          </div>
        ) : (
          `${error.shown ?? ''} ${t('What is missing stays due. What is too much shows as overpaid.')}`
        ),
        confirmLabel: t('Confirm this amount'),
        cancelLabel: t('Change it'),
        danger: true,
      });
      if (!isMeant) throw new Declined();
      const answer = await through(() =>
        send({ acceptDifference: true, ...(use === 'keep' ? { keepSurplus: true } : {}) }),
      );
      if (use === 'refund' && typeof applicationId === 'string')
        go(paymentDetailAddress(applicationId));
      return answer;
    }
  };
}

function SurplusChoice({
  creditable,
  onChange,
}: {
  creditable: string;
  onChange: (use: SurplusUse) => void;
}) {
  const t = useWords();
  return (
    <RadioGroup<SurplusUse>
      label={t('What happens to the surplus?')}
      name="surplus"
      defaultValue="keep"
      onChange={onChange}
      choices={[
        {
          value: 'keep',
          label: t('{amount} counts for the next payments', {
            amount: dollars(cents(creditable)),
          }),
        },
        { value: 'refund', label: t('I will refund it: open the payment next') },
        { value: 'leave', label: t('Decide later: it shows as overpaid in To do') },
      ]}
    />
  );
}
