import { COOKIES } from '../../../features/content/texts/cookies.rules.ts';
import { PRIVACY } from '../../../features/content/texts/privacy.rules.ts';
import { TERMS } from '../../../features/content/texts/terms.rules.ts';
import type { Text } from '../../../shared/content.ts';
import { useContent } from '../../content.tsx';
import { KitNotice } from '../../ui/KitNotice.tsx';
import { PageTitle } from '../../ui/PageTitle.tsx';
import { Paragraphs } from './Paragraphs.tsx';

/** LIST of the pages that say what the campaign does and asks: their texts. */
const PAGES = { privacy: PRIVACY, terms: TERMS, cookies: COOKIES } as const;

/** Privacy Policy, Terms of Service or Cookie Policy. */
export function LegalPage({ name }: { name: keyof typeof PAGES }) {
  const say = useContent();
  const page: { readonly [key: string]: Text; title: Text; intro: Text } = PAGES[name];
  return (
    <>
      <PageTitle>{say(page.title)}</PageTitle>
      <div className="inset grid gap-8 py-8 [overflow-wrap:anywhere] md:py-14">
        <Paragraphs text={say(page.intro)} />
        <KitNotice />
        {sectionsOf(page).map(({ title, text }) =>
          say(text) ? (
            <section
              key={title.key}
              className="grid gap-x-16 gap-y-3 pt-6 edged-t md:grid-cols-[1fr_2fr]"
            >
              {say(title) ? <h2 className="text-2xl">{say(title)}</h2> : null}
              <div className="grid gap-3">
                {rowsIn(say(text)) ? (
                  <Rows rows={rowsIn(say(text)) ?? []} caption={say(title)} />
                ) : (
                  <Paragraphs text={say(text)} />
                )}
              </div>
            </section>
          ) : null,
        )}
      </div>
    </>
  );
}

/** The cells of a text whose every line has a `|` between them; undefined for other texts. */
function rowsIn(text: string): string[][] | undefined {
  const lines = text.split('\n').filter((line) => line.trim());
  if (!lines.every((line) => line.includes('|'))) return undefined;
  return lines.map((line) => line.split('|').map((cell) => cell.trim()));
}

function Rows({ rows: [head = [], ...rows], caption }: { rows: string[][]; caption: string }) {
  return (
    <table className="rows retention">
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {head.map((cell) => (
            <th key={cell} scope="col">
              {cell}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first = '', ...others]) => (
          <tr key={first}>
            <th scope="row">{first}</th>
            {others.map((cell, place) => (
              <td key={place} data-label={head[place + 1]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The numbered sections of a page: `s1_title` with `s1_text` and so on. */
function sectionsOf(page: Readonly<Record<string, Text>>): { title: Text; text: Text }[] {
  return Object.values(page).flatMap((title) => {
    const text = page[title.key.replace(/_title$/, '_text')];
    return /^s\d+_title$/.test(title.key) && text ? [{ title, text }] : [];
  });
}
