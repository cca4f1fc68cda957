import {
  type Source,
  SOURCES,
  SOURCES_PAGE,
} from '../../../features/content/texts/sources.rules.ts';
import { useContent } from '../../content.tsx';
import { useDates } from '../../useDates.ts';
import { useLanguage, useWords } from '../../words.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Paragraphs } from './Paragraphs.tsx';

/** Where every date, number and quotation of the pages was found. */
export function SourcesPage() {
  const say = useContent();
  return (
    <>
      <PageTitle>{say(SOURCES_PAGE.title)}</PageTitle>
      <div className="inset grid gap-6 py-8 [overflow-wrap:anywhere] md:py-14">
        <Paragraphs text={say(SOURCES_PAGE.intro)} />
        <ul className="grid gap-x-12 gap-y-6 lg:grid-cols-2">
          {SOURCES.map((source) => (
            <li key={source.id} id={source.id} className="edged-t border-rule pt-4">
              <Found source={source} />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function Found({ source: { claim, date, addresses } }: { source: Source }) {
  const t = useWords();
  const dateInWords = useDateInWords();
  return (
    <>
      <p className="hint">{dateInWords(date)}</p>
      <p className="bold">{t(claim)}</p>
      {addresses.map((address, at) => (
        <p key={address}>
          {/* No one wants to hear an address letter by letter; on paper it is needed whole. */}
          <a
            href={address}
            rel="noreferrer"
            aria-label={`${hostOf(address)}${addresses.length > 1 ? ` ${at + 1}` : ''}: ${t(claim)}`}
          >
            {hostOf(address)}
          </a>
          <span className="hidden print:inline"> {address}</span>
        </p>
      ))}
    </>
  );
}

const hostOf = (address: string) => new URL(address).host.replace(/^www\./, '');

/** "2018-01-31", "2018-01" and "2018" in words, as exactly as they are known. */
function useDateInWords(): (date: string) => string {
  const { dayInWords } = useDates();
  const language = useLanguage();
  return (date) => {
    if (date.length === 10) return dayInWords(date);
    if (date.length === 4) return date;
    const month = new Intl.DateTimeFormat(language, {
      month: 'long',
      year: 'numeric',
      timeZone: 'UTC',
    });
    return month.format(new Date(`${date}-01T00:00:00Z`));
  };
}
