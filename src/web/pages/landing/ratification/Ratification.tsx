import { RATIFICATION, statesIn } from '../../../../features/content/texts/ratification.rules.ts';
import { useContent } from '../../../content.tsx';
import { useLanguage, useWords } from '../../../words.tsx';
import { useSource } from '../useSource.ts';
import { CountryCheck } from './CountryCheck.tsx';

const STEPS = [
  [RATIFICATION.step1_title, RATIFICATION.step1_text],
  [RATIFICATION.step2_title, RATIFICATION.step2_text],
  [RATIFICATION.step3_title, RATIFICATION.step3_text],
] as const;

/** How many states have ratified of how many needed, and how a name leads there. */
export function Ratification() {
  const say = useContent();
  const states = statesIn(say(RATIFICATION.ratified));
  const needed =
    Number.parseInt(say(RATIFICATION.needed), 10) || Number(RATIFICATION.needed.fallback);
  return (
    // The specification counts the sections with an id: this one comes between two of them.
    <section aria-labelledby="ratification" className="bg-indigo text-clay threaded">
      <div className="part">
        <h2 id="ratification">{say(RATIFICATION.title)}</h2>
        <div className="score-board">
          <div className="grid content-start gap-4">
            <p className="text-lg">{say(RATIFICATION.intro)}</p>
            <Status states={states} />
          </div>
          <p className="display score">
            <b>{states.length}</b>
            {`/${needed}`}
          </p>
          <Threads states={states} needed={needed} />
        </div>
        <ol className="next-steps">
          {STEPS.map(([title, text], at) => (
            <li key={title.key} className="step">
              <b className="display">{at + 1}</b>
              <h3>{say(title)}</h3>
              {say(text) ? <p>{say(text)}</p> : null}
            </li>
          ))}
        </ol>
        {say(RATIFICATION.recipients_text) ? (
          <div>
            <h3>{say(RATIFICATION.recipients_title)}</h3>
            <p>{say(RATIFICATION.recipients_text)}</p>
          </div>
        ) : null}
        <CountryCheck states={states} />
      </div>
    </section>
  );
}

/** Which states they are, on what day, and who says so. */
function Status({ states }: { states: readonly string[] }) {
  const t = useWords();
  const say = useContent();
  const list = new Intl.ListFormat(useLanguage());
  const written = say(RATIFICATION.source_address);
  const source =
    useSource()(RATIFICATION.ratified, RATIFICATION.as_of, RATIFICATION.needed) ??
    (/^https?:\/\//.test(written) ? written : undefined);
  if (states.length === 0) return null;
  return (
    <p className="hint">
      {`${t('As of {date}: {states}.', {
        date: say(RATIFICATION.as_of),
        states: list.format(states),
      })} `}
      {source ? <a href={source}>{t('Source')}</a> : null}
    </p>
  );
}

/** A thread for each state that is needed; those that have ratified are woven and carry their name. */
function Threads({ states, needed }: { states: readonly string[]; needed: number }) {
  const missing = Array.from({ length: Math.max(0, needed - states.length) }, (_, at) => at);
  return (
    <ol className="threads">
      {states.map((state) => (
        <li key={state}>
          <span>{state}</span>
        </li>
      ))}
      {missing.map((at) => (
        <li key={at} aria-hidden="true" />
      ))}
    </ol>
  );
}
