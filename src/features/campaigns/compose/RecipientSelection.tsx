import { Button } from '../../../web/ui/Button.tsx';
import { FieldError } from '../../../web/forms/Field.tsx';
import { Notice } from '../../../web/ui/Notice.tsx';
import { RadioGroup } from '../../../web/forms/RadioGroup.tsx';
import { SearchField } from '../../../web/lists/SearchField.tsx';
import { useWords } from '../../../web/words.tsx';
import { Segment } from './Segment.tsx';
import { AudienceFilters } from './AudienceFilters.tsx';
import { NeverMailed, RecipientList } from './RecipientList.tsx';
import type { BulkDraft, WriteBulk } from './useBulkDraft.ts';
import type { AudiencePages } from './useAudience.ts';
import { Checkbox } from '../../../web/forms/Checkbox.tsx';

interface RecipientSelectionProps {
  draft: BulkDraft;
  write: WriteBulk;
  audience: AudiencePages;
  search: string;
  onSearch: (search: string) => void;
  error: string | undefined;
}

/** Whom a bulk mail goes to: everybody who matches, or people picked among them. */
export function RecipientSelection(props: RecipientSelectionProps) {
  const { draft, write, audience, search, onSearch, error } = props;
  const t = useWords();
  return (
    <section
      id="recipients"
      tabIndex={-1}
      aria-labelledby="bulk-recipients"
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4"
    >
      <h3 id="bulk-recipients">{t('Recipients')}</h3>
      <AudienceFilters draft={draft} write={write} errors={audience.errors} />
      <UnaskedPeople draft={draft} write={write} count={audience.unasked} />
      <Segment draft={draft} write={write} audience={audience} />
      <RadioGroup
        label={t('Send to')}
        name="to"
        value={draft.to}
        onChange={(to) => write({ to })}
        choices={[
          {
            value: 'picked',
            label: t(
              '{count, plural, =0 {People I select} one {# selected person} other {# selected people}}',
              {
                count: Object.keys(draft.picked).length,
              },
            ),
          },
          {
            value: 'all',
            label: t(
              '{count, plural, one {The one person who matches} other {All # people who match}}',
              {
                count: audience.count,
              },
            ),
          },
        ]}
      />
      <SearchField search={search} onSearch={onSearch} />
      <div className="field">
        <RecipientList draft={draft} write={write} audience={audience} search={search} />
        <FieldError id="recipients">{error && t(error)}</FieldError>
      </div>
      <Picked draft={draft} write={write} />
      <NeverMailed count={audience.suppressed} search={search} />
    </section>
  );
}

/** The selected people, also where a search shows others by now. */
function Picked({
  draft: { to, picked },
  write,
}: Pick<RecipientSelectionProps, 'draft' | 'write'>) {
  const t = useWords();
  const addresses = Object.keys(picked);
  if (to === 'all' || addresses.length === 0) return null;

  function drop(address: string) {
    const { [address]: _, ...others } = picked;
    write({ picked: others });
  }

  return (
    <details>
      <summary className="min-h-11 content-center">{t('Selected people')}</summary>
      <ul className="max-h-[160px] overflow-auto">
        {addresses.map((address) => (
          <li key={address} className="flex items-center justify-between gap-3">
            <span className="[overflow-wrap:anywhere]">{address}</span>
            <Button
              variant="quiet"
              aria-label={t('Remove {address}', { address })}
              onClick={() => drop(address)}
            >
              {t('Remove')}
            </Button>
          </li>
        ))}
      </ul>
      <Button variant="quiet" onClick={() => write({ picked: {} })}>
        {t('Remove all')}
      </Button>
    </details>
  );
}

interface UnaskedPeopleProps {
  draft: BulkDraft;
  write: WriteBulk;
  /** How many would be added; 0 once they are. */
  count: number;
}

/** Those who have not asked for news are nobody's audience until somebody has read why. */
function UnaskedPeople({ draft, write, count }: UnaskedPeopleProps) {
  const t = useWords();
  const { unasked, picked } = draft;

  function change(isWanted: boolean) {
    // People who are in no list any more are not mailed either.
    const asked = Object.entries(picked).filter(([, hasAsked]) => hasAsked);
    write({ unasked: isWanted, ...(isWanted ? {} : { picked: Object.fromEntries(asked) }) });
  }

  if (!unasked && count === 0) return null;
  return (
    <>
      <Checkbox
        label={
          unasked
            ? t('Include people who have not asked for news')
            : t(
                '{count, plural, one {Include # person who has not asked for news} other {Include # people who have not asked for news}}',
                { count },
              )
        }
        checked={unasked}
        onChange={({ target }) => change(target.checked)}
      />
      {unasked ? (
        <Notice role="alert" tone="danger">
          <strong>{t('These people have not agreed to receive our news')}</strong>
          <p>
            {t(
              'In many countries the law forbids advertising to them. Each time someone reports us as spam, our emails become less likely to arrive. Write to them only about their business with us, such as their application.',
            )}
          </p>
        </Notice>
      ) : null}
    </>
  );
}
