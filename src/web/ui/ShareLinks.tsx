import { useWords } from '../words.tsx';
import { Button } from './Button.tsx';

interface Shared {
  /** What is written beside the link; theirs to change before they send it. */
  text: string;
  url: string;
}

// Each service's own address to share with: faq.whatsapp.com/5913398998672934,
// developers.facebook.com/docs/plugins/share-button, developer.x.com/en/docs/x-for-websites/tweet-button,
// core.telegram.org/widgets/share; RFC 5724 (sms) and RFC 6068 (mailto).
const query = (values: Record<string, string>) => new URLSearchParams(values).toString();
/** Programs for text messages and mail take a plus for a plus. */
const encoded = (text: string) => encodeURIComponent(text);

/** The first way to share: what most phones here have. */
export function WhatsAppButton({ text, url }: Shared) {
  const t = useWords();
  return (
    <Button
      className="btn-leaf"
      href={`https://wa.me/?${query({ text: `${text} ${url}` })}`}
      target="_blank"
      rel="noopener"
    >
      {t('Share on WhatsApp')} <NewTab />
    </Button>
  );
}

/** The other services: plain links, none of which loads anything of anyone's before it is followed. */
export function ShareLinks({ text, url }: Shared) {
  const t = useWords();
  const both = encoded(`${text} ${url}`);
  const services = [
    [t('Share on Facebook'), `https://www.facebook.com/sharer/sharer.php?${query({ u: url })}`],
    [t('Share on Twitter/X'), `https://twitter.com/intent/tweet?${query({ text, url })}`],
    [t('Share on Telegram'), `https://t.me/share/url?${query({ url, text })}`],
  ] as const;
  const programs = [
    [t('Send as a text message'), `sms:?&body=${both}`],
    [t('Send by email'), `mailto:?subject=${encoded(t('One Africa Passport'))}&body=${both}`],
  ] as const;
  return (
    <ul className="flex flex-wrap gap-x-6">
      {services.map(([name, address]) => (
        <li key={name}>
          <a className={WAY} href={address} target="_blank" rel="noopener noreferrer">
            {name} <NewTab />
          </a>
        </li>
      ))}
      {programs.map(([name, address]) => (
        <li key={name}>
          <a className={WAY} href={address}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

const WAY = 'flex min-h-11 items-center gap-1';

function NewTab() {
  const t = useWords();
  return <span className="sr-only">{t('(opens in a new tab)')}</span>;
}
