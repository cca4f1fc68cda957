import { SITE } from '../../../features/content/texts/site.rules.ts';
import { SHORT_NOTICE } from '../../../shared/notice.ts';
import type { PageData } from '../../../shared/page.ts';
import { useContent } from '../../content.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { useWords } from '../../words.tsx';
import { PrintFrame, typedAddress } from './PrintFrame.tsx';

/** So many lines fit on one page of A4 in every language. */
const LINES = Array.from({ length: 15 }, (_, index) => index + 1);

/** A cell to write in: a no-break space. */
const BLANK = '\u00A0';

/** A sheet on which people sign the declaration by hand. */
export function SheetPage({ data: { publicUrl } }: { data: PageData }) {
  const t = useWords();
  const say = useContent();
  return (
    <PrintFrame name="sheet">
      <header>
        <div>
          <h1>{t('Unity Declaration')}</h1>
          <p>
            {t(
              'We ask our governments to ratify and apply the African Union’s protocol on the free movement of persons, adopted in January 2018.',
            )}
          </p>
          <p>
            {t('Read the full declaration and sign online:')}{' '}
            <strong>{typedAddress(publicUrl)}</strong>
          </p>
        </div>
        <QrCode text={`${publicUrl}/sign?utm_source=sheet`} label={t('QR code to sign online')} />
      </header>
      <p className="sheet-facts">
        <span>{t('Sheet number')}</span>
        <span>{t('Place and date')}</span>
      </p>
      <table>
        <caption className="sr-only">{t('Lines for signatures')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('No.')}</th>
            <th scope="col">{t('Full name')}</th>
            <th scope="col">{t('Country')}</th>
            <th scope="col">{t('Email (optional)')}</th>
            <th scope="col">{t('Signature')}</th>
          </tr>
        </thead>
        <tbody>
          {LINES.map((line) => (
            <tr key={line}>
              <th scope="row">{line}</th>
              <td>{BLANK}</td>
              <td>{BLANK}</td>
              <td>{BLANK}</td>
              <td>{BLANK}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <SheetNotes contact={say(SITE.contact_email)} address={typedAddress(publicUrl)} />
    </PrintFrame>
  );
}

function SheetNotes({ contact, address }: { contact: string; address: string }) {
  const t = useWords();
  return (
    <footer>
      <p>{t(SHORT_NOTICE)}</p>
      <p>
        {t(
          'We enter your name, country and email to count your signature. We publish none of them and send no news to these addresses.',
        )}
      </p>
      <p>
        {contact
          ? t(
              'Email a photo or scan of the filled-in sheet to {address}. Write to the same address to have your line deleted.',
              { address: contact },
            )
          : t(
              'The campaign has not published an address for sheets yet. Ask where to send this one at {address}.',
              { address: `${address}/contact` },
            )}
      </p>
    </footer>
  );
}
