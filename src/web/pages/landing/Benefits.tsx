import { BENEFITS } from '../../../features/content/texts/benefits.rules.ts';
import { kitSentence } from '../../../features/payments/pricing/pricing.rules.ts';
import type { Text } from '../../../shared/content.ts';
import type { PageData } from '../../../shared/page.ts';
import { useContent } from '../../content.tsx';
import { useWords } from '../../words.tsx';

/** Things that lie in the envelope, each with the outline of what it is. */
const KIT: readonly (readonly [Text, string])[] = [
  [BENEFITS.kit1, 'M5 2h14v20H5zM9 2v20M12 8h4'],
  [BENEFITS.kit2, 'M2 6h20v12H2zM5 10h9M5 14h6'],
  [BENEFITS.kit3, 'M2 5h20v14H2zM2 5l10 8 10-8'],
  [BENEFITS.kit4, 'M3 9h18v12H3zM12 9v12M3 9l3-5h12l3 5'],
];
/** Two threads that cross: none of it is a thing. */
const CROSSING = 'M8 2v20M16 2v5M16 11v11M2 9h4M10 9h12M2 16h12M18 16h4';
const CAUSE = [BENEFITS.cause1, BENEFITS.cause2, BENEFITS.cause3, BENEFITS.cause4].map(
  (text) => [text, CROSSING] as const,
);

/** The benefits of the kit, and the aims of the campaign. */
export function Benefits({ plans }: Pick<PageData, 'plans'>) {
  const t = useWords();
  const say = useContent();
  return (
    <section id="benefits" className="part md:grid-cols-2">
      <h2 className="col-span-full">{say(BENEFITS.title)}</h2>
      <div className="grid content-start gap-5 edged-t border-rule pt-3 md:pt-5">
        <h3>{say(BENEFITS.kit_title)}</h3>
        <Marks rows={KIT} colour="text-heading" />
        <p className="hint">{t(kitSentence(plans))}</p>
      </div>
      <div className="grid content-start gap-5 edged-t border-rule pt-3 md:pt-5">
        <h3>{say(BENEFITS.cause_title)}</h3>
        <Marks rows={CAUSE} colour="text-accent" />
        <p className="hint">{say(BENEFITS.cause_note)}</p>
      </div>
    </section>
  );
}

interface MarksProps {
  rows: readonly (readonly [text: Text, drawing: string])[];
  colour: string;
}

function Marks({ rows, colour }: MarksProps) {
  const say = useContent();
  return (
    <ul className="grid gap-4">
      {rows.map(([text, drawing]) =>
        say(text) ? (
          <li key={text.key} className="flex items-start gap-4">
            <svg
              className={colour}
              width="32"
              height="32"
              viewBox="0 0 24 24"
              fill="none"
              stroke="currentColor"
              strokeWidth="1.5"
              aria-hidden="true"
            >
              <path d={drawing} />
            </svg>
            {say(text)}
          </li>
        ) : null,
      )}
    </ul>
  );
}
