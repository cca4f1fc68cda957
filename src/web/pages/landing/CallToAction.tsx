import { CALL_TO_ACTION } from '../../../features/content/texts/call-to-action.rules.ts';
import type { PageData } from '../../../shared/page.ts';
import { useContent } from '../../content.tsx';
import { TitleCloth } from '../../pictures/TitleCloth.tsx';
import { Button } from '../../ui/Button.tsx';
import { useHref } from '../../useHref.ts';
import { CountryTable } from '../static/CountryTable.tsx';
import { DonationLinks } from './DonationLinks.tsx';
import { SignatureProgress } from './hero/SignatureProgress.tsx';
import { useSignedText } from './signatures.ts';

/** How many rows are beside the map: as many as are about as high as it. */
const LEADING = 6;

/** The cloth again, how many have signed and from where, and the button to join them. */
export function CallToAction({ data }: { data: PageData }) {
  const say = useContent();
  const href = useHref();
  const lines = halves(say(CALL_TO_ACTION.title));
  return (
    <section id="call-to-action">
      <h2 className="title">
        <TitleCloth lines={lines.length} />
        {lines.map((line) => (
          <span key={line}>{line}</span>
        ))}
      </h2>
      <SignatureProgress signatures={data.signatures} signedText={useSignedText(data)} />
      <div className="part items-center gap-y-8 py-14 md:grid-cols-2">
        <p className="text-lg">{say(CALL_TO_ACTION.text)}</p>
        <div className="actions">
          <Button variant="primary" href={href('/sign')} data-live="">
            {say(CALL_TO_ACTION.sign_button)}
          </Button>
          <Button href={href('/share')} data-live="">
            {say(CALL_TO_ACTION.share_link)}
          </Button>
        </div>
        <DonationLinks links={data.donationLinks} />
        {data.signatures > 0 ? <ByCountry data={data} /> : null}
      </div>
    </section>
  );
}

/** Where those live who have signed. */
function ByCountry({ data }: { data: PageData }) {
  const say = useContent();
  const href = useHref();
  return (
    <>
      <div className="grid content-start justify-items-start gap-5 md:col-start-1">
        <CountryTable
          byCountry={data.byCountry}
          caption={say(CALL_TO_ACTION.countries_title)}
          limit={LEADING}
        />
        <a className="flex min-h-11 items-center" href={href('/countries')}>
          {say(CALL_TO_ACTION.countries_link)}
        </a>
      </div>
      <img
        // The number lets a browser keep the map until someone else has signed.
        src={`/pictures/africa.svg?${data.signatures}`}
        width="400"
        height="360"
        className="map w-full"
        loading="lazy"
        alt={say(CALL_TO_ACTION.map_alt)}
      />
    </>
  );
}

/** A title in two lines, the first with the space after it and the shorter one: what it ends with stays together. */
function halves(title: string): string[] {
  const ends = [...title.matchAll(/ /g)].map(({ index }) => index + 1);
  const end = ends.findLast((at) => 2 * at <= title.length + 1) ?? ends[0];
  return end === undefined ? [title] : [title.slice(0, end), title.slice(end)];
}
