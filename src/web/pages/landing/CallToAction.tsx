import { CALL_TO_ACTION } from '../../../features/content/texts/call-to-action.rules.ts';
import type { PageData } from '../../../shared/page.ts';
import { useContent } from '../../content.tsx';
import { Button } from '../../ui/Button.tsx';
import { Cloth } from '../../pictures/Cloth.tsx';
import { useHref } from '../../useHref.ts';
import { useWords } from '../../words.tsx';
import { CountryTable } from '../static/CountryTable.tsx';
import { DonationLinks } from './DonationLinks.tsx';
import { SIGNATURES, useSignedText } from './signatures.ts';

/** How many rows are beside the map: as many as are about as high as it. */
const LEADING = 6;

/** How many have signed and from where, and the button to join them. */
export function CallToAction({ data }: { data: PageData }) {
  const t = useWords();
  const say = useContent();
  const href = useHref();
  const signedText = useSignedText(data);
  return (
    <section id="call-to-action">
      <Cloth signatures={data.signatures} className="cloth-strip" />
      <div className="part md:grid-cols-2">
        <div className="grid content-start justify-items-start gap-5">
          <h2>{say(CALL_TO_ACTION.title)}</h2>
          <p className="display text-3xl text-accent" data-signatures={signedText}>
            {t(SIGNATURES, { count: data.signatures })}
          </p>
          <p>{say(CALL_TO_ACTION.text)}</p>
          <div className="actions">
            <Button variant="primary" href={href('/sign')} data-live="">
              {say(CALL_TO_ACTION.sign_button)}
            </Button>
            <Button variant="quiet" href={href('/share')} data-live="">
              {say(CALL_TO_ACTION.share_link)}
            </Button>
          </div>
          <DonationLinks links={data.donationLinks} />
          {data.signatures > 0 ? (
            <>
              <CountryTable
                byCountry={data.byCountry}
                caption={say(CALL_TO_ACTION.countries_title)}
                limit={LEADING}
              />
              <a className="flex min-h-11 items-center" href={href('/countries')}>
                {say(CALL_TO_ACTION.countries_link)}
              </a>
            </>
          ) : null}
        </div>
        <img
          // The number lets a browser keep the map until someone else has signed.
          src={`/pictures/africa.svg?${data.signatures}`}
          width="400"
          height="360"
          className="w-full"
          loading="lazy"
          alt={say(CALL_TO_ACTION.map_alt)}
        />
      </div>
    </section>
  );
}
