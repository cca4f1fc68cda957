import { Button } from '../../../web/ui/Button.tsx';
import { useHref } from '../../../web/useHref.ts';
import { useWords } from '../../../web/words.tsx';

/** What an account is for, and what needs none. */
export function Membership() {
  const t = useWords();
  const href = useHref();
  return (
    <aside className="grid gap-6" aria-labelledby="membership">
      <div className="grid gap-3">
        <h2 id="membership" className="text-2xl">
          {t('As a member, you can')}
        </h2>
        <ul className="lines">
          <li>{t('write to other members and read what they write to you')}</li>
          <li>{t('have a profile, if you like, so that others can find you')}</li>
          <li>{t('see your applications, payments and signatures in one place')}</li>
          <li>{t('download or delete what we keep about you')}</li>
        </ul>
        <p className="hint">{t('Joining is free. You don’t need an account to sign or apply.')}</p>
      </div>
      <Button className="justify-self-start" href={href('/sign')}>
        {t('Sign the declaration')}
      </Button>
    </aside>
  );
}
