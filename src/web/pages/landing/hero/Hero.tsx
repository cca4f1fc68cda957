import { HERO } from '../../../features/content/texts/hero.rules.ts';
import type { PageData } from '../../../shared/page.ts';
import { useContent } from '../../content.tsx';
import { Button } from '../../ui/Button.tsx';
import { KitNotice } from '../../ui/KitNotice.tsx';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';
import { HeroPictures } from './HeroPictures.tsx';
import { Numbers } from './Numbers.tsx';

/** The aim of the campaign, the calls to action, and the notice of what the booklet is not. */
export function Hero({ data: { signatures } }: { data: PageData }) {
  const t = useWords();
  const say = useContent();
  const href = useHref();
  const [first, second, last] = [HERO.title_line1, HERO.title_line2, HERO.title_line3].map((line) =>
    say(line),
  );
  return (
    <section id="home" className="hero grid">
      <div className="grid content-start gap-5">
        <h1>
          {`${first} `}
          <span className="block">{second}</span> <span className="block text-accent">{last}</span>
        </h1>
        <p className="text-lg">{say(HERO.description)}</p>
        <div className="actions">
          <Button variant="primary" href="#buy-now">
            {say(HERO.apply_button_text)}
          </Button>
          <Button href="#vision">{say(HERO.learn_button_text)}</Button>
        </div>
        <p>
          <a className="flex min-h-11 items-center" href={href('/sign')} data-live="">
            {t('Sign the Unity Declaration')}
          </a>
        </p>
        <KitNotice />
      </div>
      <HeroPictures signatures={signatures} />
      <div className="grid content-start gap-5">
        <Numbers />
      </div>
    </section>
  );
}
