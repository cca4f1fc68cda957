import { HERO } from '../../../../features/content/texts/hero.rules.ts';
import { planValues } from '../../../../features/payments/pricing/pricing.rules.ts';
import { SHORT_NOTICE } from '../../../../shared/notice.ts';
import { amountIn, withoutZeroCents } from '../../../../shared/money.ts';
import type { PageData } from '../../../../shared/page.ts';
import { useContent } from '../../../content.tsx';
import { TitleCloth } from '../../../pictures/TitleCloth.tsx';
import { Button } from '../../../ui/Button.tsx';
import { FoldedNotice } from '../../../ui/KitNotice.tsx';
import { useHref } from '../../../useHref.ts';
import { useLanguage, useWords } from '../../../words.tsx';
import { HeroPictures } from './HeroPictures.tsx';
import { QuickSign } from './QuickSign.tsx';
import { SignatureProgress } from './SignatureProgress.tsx';
import { useSignedText } from '../signatures.ts';

/** The aim of the campaign, how many have signed, the form to sign; then the ways to the kit and to the vision. */
export function Hero({ data }: { data: PageData }) {
  const t = useWords();
  const say = useContent();
  const href = useHref();
  const language = useLanguage();
  const lines = [HERO.title_line1, HERO.title_line2, HERO.title_line3];
  return (
    <section id="home" className="hero">
      <h1 className="title">
        <TitleCloth />
        {lines.map((line, index) => (
          // The space parts the lines for whoever hears them.
          <span key={line.key}>{`${index > 0 ? ' ' : ''}${say(line)}`}</span>
        ))}
      </h1>
      <SignatureProgress signatures={data.signatures} signedText={useSignedText(data)} />
      <div className="hero-body">
        <div className="grid content-start gap-4">
          <p className="text-lg">{say(HERO.description)}</p>
          <p className="text-heading">
            <q className="bold">
              {t(
                'We ask our governments to ratify and apply the African Union’s protocol on the free movement of persons, adopted in January 2018.',
              )}
            </q>{' '}
            <a href={href('/sign')} data-live="">
              {t('All five points')}
            </a>
          </p>
          <QuickSign confirms={data.confirmsSignatures !== false} />
        </div>
        <div className="hero-more">
          <Button variant="primary" className="only-narrow" href={href('/sign')} data-live="">
            {t('Sign the declaration')}
          </Button>
          <Button href="#buy-now">
            {`${say(HERO.apply_button_text)}, ${amountIn(withoutZeroCents(planValues(data.plans).onetime), language)}`}
          </Button>
          <a href="#vision">{say(HERO.learn_button_text)}</a>
          <FoldedNotice short={t(SHORT_NOTICE)} />
        </div>
      </div>
      <HeroPictures />
    </section>
  );
}
