import { RATIFICATION } from '../../../../features/content/texts/ratification.rules.ts';
import { AFRICAN_COUNTRIES } from '../../../../shared/country.ts';
import { useContent } from '../../../content.tsx';
import { useHref } from '../../../useHref.ts';
import { useLanguage, useWords } from '../../../words.tsx';

/** Every country on a tap, with those marked that have ratified; without a script. */
export function CountryCheck({ states }: { states: readonly string[] }) {
  const t = useWords();
  const say = useContent();
  const href = useHref();
  const language = useLanguage();
  const { compare } = new Intl.Collator(language);
  const known = new Set(states.map((state) => state.toLocaleLowerCase(language)));
  const countries = AFRICAN_COUNTRIES.map(([, name]) => t(name)).sort(compare);
  return (
    <details className="check-country">
      <summary className="bold">{say(RATIFICATION.check_title)}</summary>
      <ul>
        {countries.map((country) => (
          <li key={country}>
            {known.has(country.toLocaleLowerCase(language)) ? (
              <b>{t('{country}: ratified', { country })}</b>
            ) : (
              country
            )}
          </li>
        ))}
      </ul>
      <p>
        {say(RATIFICATION.check_text) ? `${say(RATIFICATION.check_text)} ` : null}
        <a href={href('/sign')} data-live="">
          {t('Sign for your country')}
        </a>
      </p>
    </details>
  );
}
