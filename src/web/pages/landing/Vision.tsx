import { VISION } from '../../../features/content/texts/vision.rules.ts';
import { words } from '../../../shared/words.ts';
import { useContent } from '../../content.tsx';
import { useWords } from '../../words.tsx';
import { Numbers } from './Numbers.tsx';
import { useSource } from './useSource.ts';

/** One long sentence, then three short paragraphs. */
export function Vision() {
  const say = useContent();
  const source = useSource()(VISION.text1);
  const [today, road, we] = [VISION.text1, VISION.text2, VISION.text3].map((text) => say(text));
  return (
    <section id="vision">
      <div className="part gap-8">
        <h2>{say(VISION.title)}</h2>
        <p className="display lead">{say(VISION.lead)}</p>
        <Numbers />
        <div className="grid gap-x-10 gap-y-6 md:grid-cols-3">
          {today ? (
            <p>
              {`${today} `}
              {source ? <a href={source}>{say(VISION.source_link)}</a> : null}
            </p>
          ) : null}
          {road ? <p>{road}</p> : null}
          {we ? <p>{we}</p> : null}
        </div>
        <WhoWeAre />
      </div>
    </section>
  );
}

const FACTS = [
  [words('People'), VISION.who_people],
  [words('Legal form'), VISION.who_legal_form],
  [words('Country'), VISION.who_country],
  [words('What the price of a kit pays for'), VISION.who_price],
] as const;

/** Who is behind the campaign, as far as they have said so. */
function WhoWeAre() {
  const t = useWords();
  const say = useContent();
  const written = FACTS.filter(([, text]) => say(text));
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
