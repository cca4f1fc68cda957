import { CALL_TO_ACTION } from '../../../features/content/texts/call-to-action.rules.ts';
import { COUNTRIES } from '../../../features/content/texts/countries.rules.ts';
import type { PageData } from '../../../shared/page.ts';
import { useContent } from '../../content.tsx';
import { Africa, AfricaLegend } from '../../pictures/Africa.tsx';
import { ClothOfCountries } from '../../pictures/ClothOfCountries.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../lists/EmptyState.tsx';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';
import { CountryTable } from './CountryTable.tsx';
import { SIGNATURES } from '../landing/signatures.ts';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Paragraphs } from './Paragraphs.tsx';

/** Signatures by country: as a cloth, as a map and as numbers. */
export function CountriesPage({ data }: { data: PageData }) {
  const t = useWords();
  const say = useContent();
  const href = useHref();
  const clothHint = say(COUNTRIES.cloth_hint);
  const sign = (
    <Button variant="primary" href={href('/sign')}>
      {say(CALL_TO_ACTION.sign_button)}
    </Button>
  );
  return (
    <>
      <PageTitle>{say(COUNTRIES.title)}</PageTitle>
      <div className="inset grid gap-6 py-8 md:py-14">
        <Paragraphs text={say(COUNTRIES.intro)} />
        {data.signatures === 0 ? (
          <EmptyState title={say(COUNTRIES.empty_title)} action={sign}>
            {say(COUNTRIES.empty_text)}
          </EmptyState>
        ) : (
          <>
            <p className="display text-2xl text-accent">
              {t(SIGNATURES, { count: data.signatures })}
            </p>
            <div className="actions">{sign}</div>
            {/* 54 threads lie between here and the numbers. */}
            <a className="sr-only btn" href="#numbers">
              {t('Skip to the table')}
            </a>
            <div className="grid gap-2">
              {clothHint ? <p className="hint">{clothHint}</p> : null}
              <ClothOfCountries signatures={data.signatures} byCountry={data.byCountry} />
            </div>
            <div className="grid items-start gap-x-16 gap-y-10 md:grid-cols-2">
              <div className="grid gap-5 md:sticky md:top-24">
                <Africa byCountry={data.byCountry} />
                <AfricaLegend byCountry={data.byCountry} />
              </div>
              <div id="numbers" tabIndex={-1}>
                <CountryTable byCountry={data.byCountry} caption={say(COUNTRIES.title)} />
              </div>
            </div>
          </>
        )}
      </div>
    </>
  );
}
