import type { PageData } from '../../../shared/page.ts';
import { NOTICE } from '../../../shared/notice.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';
import { SIGNATURES } from './signatures.ts';

export function Hero({ data }: { data: PageData }) {
  const href = useHref();
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
        <Button variant="primary" href="#buy-now">
          {t('Apply for the kit')}
        </Button>
        <Button href={href('/sign')} data-live="">
          {t('Sign Unity Declaration')}
        </Button>
      </div>
      <p className="hint" data-signatures="">
        {t(SIGNATURES, { count: data.signatures })}
      </p>
      <Notice>
        <p>{t(NOTICE)}</p>
      </Notice>
    </section>
  );
}
