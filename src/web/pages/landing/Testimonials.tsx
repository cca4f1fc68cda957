import { TESTIMONIALS } from '../../../features/content/texts/testimonials.rules.ts';
import { useContent } from '../../content.tsx';
import { useWords } from '../../words.tsx';
import { useSource } from './useSource.ts';

const quote = (number: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8) => ({
  id: `q${number}`,
  text: TESTIMONIALS[`quote${number}_text` as const],
  speaker: TESTIMONIALS[`quote${number}_speaker` as const],
  place: TESTIMONIALS[`quote${number}_place` as const],
});
type Quote = ReturnType<typeof quote>;

const BEFORE = [quote(1), quote(2), quote(3), quote(4)];
const WITH = [quote(5), quote(6), quote(7), quote(8)];

/** Voices of history, one at a time, and those of people who wrote to the campaign. */
export function Testimonials() {
  const say = useContent();
  const written = (quotes: readonly Quote[]) => quotes.filter(({ text }) => say(text));
  const [before, together] = [written(BEFORE), written(WITH)];
  if (before.length + together.length === 0) return null;
  return (
    <section id="testimonials" className="bg-terracotta threaded">
      <div className="part gap-8">
        {before.length > 0 ? (
          <>
            <h2>{say(TESTIMONIALS.title)}</h2>
            <p className="hint">{say(TESTIMONIALS.note)}</p>
            <Voices name={say(TESTIMONIALS.title)} quotes={before} />
          </>
        ) : null}
        {together.length > 0 ? (
          <>
            <h2>{say(TESTIMONIALS.people_title)}</h2>
            <Voices name={say(TESTIMONIALS.people_title)} quotes={together} />
          </>
        ) : null}
      </div>
    </section>
  );
}

/** A row that is pushed aside, quote by quote; the names below lead to each. */
function Voices({ name, quotes }: { name: string; quotes: readonly Quote[] }) {
  const t = useWords();
  const say = useContent();
  const sourceOf = useSource();
  return (
    <>
      {/* A scrolling element must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className="voices" role="region" aria-label={name} tabIndex={0}>
        {quotes.map(({ id, text, speaker, place }) => {
          const source = sourceOf(text, speaker, place);
          return (
            <figure key={id} id={id}>
              <blockquote className="display">
                <q>{say(text)}</q>
              </blockquote>
              <figcaption>
                {source ? <a href={source}>{say(speaker)}</a> : <b>{say(speaker)}</b>}
                {say(place) ? `, ${say(place)}` : null}
              </figcaption>
            </figure>
          );
        })}
      </div>
      {quotes.length > 1 ? (
        <nav aria-label={t('Choose a voice')} className="years">
          {quotes.map(({ id, speaker, place }, index) => {
            const year = yearIn(say(place)) ?? index + 1;
            return (
              <a key={id} href={`#${id}`} aria-label={`${say(speaker)}, ${year}`}>
                {year}
              </a>
            );
          })}
        </nav>
      ) : null}
    </>
  );
}

/** The year of a place such as "Accra, 1997". */
const yearIn = (place: string) => /\b\d{4}\b/.exec(place)?.[0];
