import { UPDATES } from '../../features/content/updates.rules.ts';
import { useContent } from '../content.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { Paragraphs } from './Paragraphs.tsx';

const ITEMS = ([1, 2, 3, 4, 5, 6] as const).map((number) => ({
  title: UPDATES[`item${number}_title` as const],
  date: UPDATES[`item${number}_date` as const],
  text: UPDATES[`item${number}_text` as const],
}));

/** What has happened; says so when that is nothing yet. */
export function UpdatesPage() {
  const say = useContent();
  const items = ITEMS.filter(({ title, text }) => say(title) || say(text));
  return (
    <div className="mx-auto grid max-w-6xl gap-6 px-5 py-14 [overflow-wrap:anywhere] md:py-20">
      <h1>{say(UPDATES.title)}</h1>
      <Paragraphs text={say(UPDATES.intro)} />
      {items.length === 0 ? (
        <EmptyState title={say(UPDATES.empty_title)}>{say(UPDATES.empty_text)}</EmptyState>
      ) : (
        <ol className="knots">
          {items.map(({ title, date, text }) => (
            <li key={title.key} className="grid gap-2">
              {say(date) ? <p className="hint">{say(date)}</p> : null}
              {say(title) ? <h2 className="text-2xl">{say(title)}</h2> : null}
              <Paragraphs text={say(text)} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
