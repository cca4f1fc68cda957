import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { RecordActions } from './RecordActions.tsx';
import type { Records } from './records.contract.ts';

interface SignatureRecordProps {
  signature: Records['signatures'][number];
  isBusy: boolean;
  onClaim: () => void;
  onRelease: () => void;
}

/** A signature under the Unity Declaration, with the name that was signed. */
export function SignatureRecord({ signature, ...actions }: SignatureRecordProps) {
  const t = useWords();
  const { dayOf } = useDates();
  const { fullName, country, signedAt, claimedAt } = signature;
  return (
    <li className="grid gap-3 edged-b border-rule py-5">
      <div className="grid gap-1">
        <h3 className="text-[1.125rem] [overflow-wrap:anywhere]">
          {t('Unity Declaration')} · <bdi>{fullName || t('Unknown')}</bdi>
        </h3>
        <p className="hint">
          {t('Signed on {day}', { day: dayOf(signedAt) })}, <bdi>{t(country)}</bdi>
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <RecordActions about={t('Unity Declaration')} claimedAt={claimedAt} {...actions} />
      </div>
    </li>
  );
}
