import { RATIFICATION } from '../../../../features/content/texts/ratification.rules.ts';
import { AFRICAN_COUNTRIES } from '../../../../shared/country.ts';
import { useContent } from '../../../content.tsx';
import { Select } from '../../../forms/Select.tsx';
import { useCountryOptions } from '../../../forms/useCountryOptions.ts';
import { useHref } from '../../../useHref.ts';
import { useLanguage, useWords } from '../../../words.tsx';

const COUNTRIES = AFRICAN_COUNTRIES.map(([, name]) => name);
const TITLE_ID = 'check-country';

/**
 * Whether a country has ratified: chosen, the answer is beside it, by the style sheet alone (no script has run yet, or ever
 * will). Below is every country, on a phone in a list that unfolds.
 */
export function CountryCheck({ states }: { states: readonly string[] }) {
  const t = useWords();
  const say = useContent();
  const href = useHref();
  const language = useLanguage();
  const known = new Set(states.map((state) => state.toLocaleLowerCase(language)));
  const countries = useCountryOptions(COUNTRIES).map(({ value, label }) => ({
    value,
    label,
    hasRatified: known.has(label.toLocaleLowerCase(language)),
  }));
  const title = say(RATIFICATION.check_title);
  return (
    <div className="check-country">
      {title ? <h3 id={TITLE_ID}>{title}</h3> : null}
      <div className="check-answer">
        <Select
          aria-labelledby={TITLE_ID}
          autoComplete="off"
          placeholder={t('Choose your country')}
        >
          {countries.map(({ value, label, hasRatified }) => (
            // Written as in the other lists of countries, which compresses best.
            <option
              key={value}
              value={value === label ? undefined : value}
              data-ratified={hasRatified ? '' : undefined}
            >
              {label}
            </option>
          ))}
        </Select>
        <p>
          <span role="status">
            <b>{`${t('Yes, it has ratified.')} `}</b>
            <span>{`${t('Not yet.')} ${say(RATIFICATION.check_text)} `}</span>
          </span>
          <a href={href('/sign')} data-live="">
            {t('Sign for your country')}
          </a>
        </p>
      </div>
      {/* A wide screen hides the summary, which would name it. */}
      <details aria-label={t('Countries')}>
        <summary>{t('Show the countries')}</summary>
        <ul>
          {countries.map(({ value, label, hasRatified }) => (
            <li key={value}>
              {hasRatified ? <b>{t('{country}: ratified', { country: label })}</b> : label}
            </li>
          ))}
        </ul>
      </details>
    </div>
  );
}
