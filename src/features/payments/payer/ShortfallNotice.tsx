import { Notice } from '../../../web/ui/Notice.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import type { Shortfall } from './my-applications.contract.ts';
import { shortfallStep } from './my-applications.rules.ts';

/** What has come in crypto and is not recorded, and what happens with it. */
export function ShortfallSentence({ shortfall }: { shortfall: Shortfall }) {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const { sentence, values, time } = shortfallStep(shortfall);
  return t(sentence, { ...values, time: dateTimeOf(time) });
}

/** The same where it replaces what a payer would do otherwise. */
export const ShortfallNotice = ({ shortfall }: { shortfall: Shortfall }) => (
  <Notice role="status" tone="ochre">
    <p>
      <ShortfallSentence shortfall={shortfall} />
    </p>
  </Notice>
);
