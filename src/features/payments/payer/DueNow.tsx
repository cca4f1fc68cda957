import { Money } from '../../../web/ui/Money.tsx';
import { useWords } from '../../../web/words.tsx';
import { readable } from '../pricing/pricing.rules.ts';
import { ChargeSentence, type ChargeSentenceProps } from './ChargeSentence.tsx';

/** What is paid now, and what is charged later, in the same place for each way to pay. */
export function DueNow(props: ChargeSentenceProps) {
  const t = useWords();
  return (
    <div className="due-now">
      <p className="figures">
        {t('Due now')}{' '}
        <b className="display">
          <Money of={readable(props.due.rest)} />
        </b>
      </p>
      <ChargeSentence {...props} />
    </div>
  );
}
