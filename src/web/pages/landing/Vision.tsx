import { VISION } from '../../../features/content/texts/vision.rules.ts';
import { words } from '../../../shared/words.ts';
import { useContent } from '../../content.tsx';
import { useWords } from '../../words.tsx';
import { Numbers } from './Numbers.tsx';
import { useSource } from './useSource.ts';

/** One long sentence beside three numbers, then three short paragraphs. */
export function Vision() {
  const say = useContent();
  const source = useSource()(VISION.text1);
  return (
    <section id="vision" className="threaded">
      <div className="part gap-8">
        <h2>{say(VISION.title)}</h2>
        <div className="grid gap-8 md:grid-cols-[3fr_1fr]">
          <p className="display lead">{say(VISION.lead)}</p>
          <Numbers />
        </div>
        <div className="facts">
          <Hundred counted={Number(/\d+/.exec(say(VISION.text1_title))?.[0])} />
          {FACTS.map(([title, text], at) =>
            say(text) ? (
              <div key={text.key} className="grid content-start gap-2">
                {say(title) ? <h3>{say(title)}</h3> : null}
                <p>
                  {`${say(text)} `}
                  {source && at === 0 ? <a href={source}>{say(VISION.source_link)}</a> : null}
                </p>
              </div>
            ) : null,
          )}
        </div>
        <WhoWeAre />
      </div>
    </section>
  );
}

const FACTS = [
  [VISION.text1_title, VISION.text1],
  [VISION.text2_title, VISION.text2],
  [VISION.text3_title, VISION.text3],
] as const;

/** The first squares of a hundred, ten a row. */
const squares = (count: number) =>
  Array.from({ length: Math.ceil(count / 10) }, (_, row) => {
    const width = Math.min(99, 10 * (count - 10 * row));
    return `M0 ${10 * row + 4.5}h${width}`;
  }).join('');

/** A hundred squares, ten a row, the counted ones coloured; nothing when the text counts nothing. */
function Hundred({ counted }: { counted: number }) {
  if (!(counted > 0 && counted <= 100)) return null;
  return (
    <svg
      className="hundred"
      viewBox="0 0 99 99"
      strokeWidth="9"
      strokeDasharray="9 1"
      aria-hidden="true"
    >
      <path stroke="var(--color-rule)" d={squares(100)} />
      <path stroke="#b5442a" d={squares(counted)} />
    </svg>
  );
}

const WHO = [
  [words('People'), VISION.who_people],
  [words('Legal form'), VISION.who_legal_form],
  [words('Country'), VISION.who_country],
  [words('What the price of a kit pays for'), VISION.who_price],
] as const;

/** Who is behind the campaign, as far as they have said so. */
function WhoWeAre() {
  const t = useWords();
  const say = useContent();
  const written = WHO.filter(([, text]) => say(text));
  if (written.length === 0) return null;
  return (
    <div className="grid gap-4">
      <h3>{say(VISION.who_title)}</h3>
      <dl className="grid gap-x-10 gap-y-4 md:grid-cols-2">
        {written.map(([name, text]) => (
          <div key={text.key}>
            <dt className="hint">{t(name)}</dt>
            <dd>{say(text)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
