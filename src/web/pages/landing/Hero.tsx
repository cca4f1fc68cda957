import { NOTICE } from '../../../shared/notice.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useWords } from '../../words.tsx';
import { live } from './live.ts';

export function Hero({ signatures, onSign }: { signatures: number; onSign: () => void }) {
  const t = useWords();
  return (
    <section id="home" className="mx-auto grid max-w-6xl gap-6 px-5 py-10 md:py-20">
      <h1 className="max-w-3xl">
        {t('Fifty-four threads.')} <span className="block">{t('One cloth.')}</span>{' '}
        <span className="block text-accent">{t('One Africa.')}</span>
      </h1>
      <p className="text-lg">
        {t(
          'A campaign for the day an African can cross Africa as freely as a river does. Sign the Unity Declaration, carry the campaign’s passport kit, and help weave a continent without inner borders.',
        )}
      </p>
      <div className="actions">
        <Button variant="primary" href="/#buy-now">
          {t('Apply for the kit')}
        </Button>
        <Button {...live('/sign', onSign)}>{t('Sign Unity Declaration')}</Button>
      </div>
      <p className="hint">
        {t(
          '{count, plural, =0 {Nobody has signed yet. Be the first.} one {# person has signed.} other {# people have signed.}}',
          {
            count: signatures,
          },
        )}
      </p>
      <Notice>
        <p>{t(NOTICE)}</p>
      </Notice>
    </section>
  );
}
