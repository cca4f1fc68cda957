import { VISION } from '../../../features/content/texts/vision.rules.ts';
import { useContent } from '../../content.tsx';
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
        <p className="lead">{say(VISION.lead)}</p>
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
      </div>
    </section>
  );
}
