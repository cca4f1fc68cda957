import { Money } from '../../ui/Money.tsx';
import { BENEFITS } from '../../../features/content/texts/benefits.rules.ts';
import { HERO } from '../../../features/content/texts/hero.rules.ts';
import { kitSentence, planValues } from '../../../features/payments/pricing/pricing.rules.ts';
import type { Text } from '../../../shared/content.ts';
import { withoutZeroCents } from '../../../shared/money.ts';
import { SHORT_NOTICE } from '../../../shared/notice.ts';
import type { PageData } from '../../../shared/page.ts';
import { useContent } from '../../content.tsx';
import { Drawing } from '../../pictures/Drawing.tsx';
import { Button } from '../../ui/Button.tsx';
import { FoldedNotice } from '../../ui/KitNotice.tsx';
import { useWords } from '../../words.tsx';

const KIT = [BENEFITS.kit1, BENEFITS.kit2, BENEFITS.kit3, BENEFITS.kit4];
const CAUSE = [BENEFITS.cause1, BENEFITS.cause2, BENEFITS.cause3, BENEFITS.cause4];

/** What the kit costs and what it is; what is in the envelope, and apart from it what is not. */
export function Benefits({ plans }: Pick<PageData, 'plans'>) {
  const t = useWords();
  const say = useContent();
  return (
    <section id="benefits" className="on-clay threaded">
      <div className="part">
        <div className="kit">
          <div className="grid content-start justify-items-start gap-4">
            <h2>{say(BENEFITS.title)}</h2>
            {say(BENEFITS.intro) ? <p className="text-lg">{say(BENEFITS.intro)}</p> : null}
            <Price plans={plans} />
          </div>
          <Drawing of="kit" lazy alt={say(BENEFITS.kit_alt)} className="w-full" />
        </div>
        <div className="grid gap-x-10 gap-y-8 md:grid-cols-2">
          <div>
            <h3>{say(BENEFITS.kit_title)}</h3>
            <Lines texts={KIT} />
            <p className="hint">{t(kitSentence(plans))}</p>
          </div>
          <div>
            <h3>{say(BENEFITS.cause_title)}</h3>
            <Lines texts={CAUSE} />
            <p className="hint">{say(BENEFITS.cause_note)}</p>
          </div>
        </div>
      </div>
    </section>
  );
}

/** Both prices in one look, and what is not bought with them. */
function Price({ plans }: Pick<PageData, 'plans'>) {
  const t = useWords();
  const say = useContent();
  const values = planValues(plans);
  const short = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, withoutZeroCents(value)]),
  );
  return (
    <>
      <p>
        <b className="display price">
          <Money of={short.onetime ?? ''} />
        </b>
        {` ${t('once, or {payments} × {amount} ({total} in all)', short)}`}
      </p>
      <Button className="btn-strong" href="#buy-now">
        {say(HERO.apply_button_text)}
      </Button>
      <FoldedNotice short={t(SHORT_NOTICE)} />
    </>
  );
}

function Lines({ texts }: { texts: readonly Text[] }) {
  const say = useContent();
  return (
    <ul className="lines">
      {texts.map((text) => (say(text) ? <li key={text.key}>{say(text)}</li> : null))}
    </ul>
  );
}
