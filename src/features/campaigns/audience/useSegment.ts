import { LANGUAGE_NAMES } from '../../../shared/language.ts';
import { words } from '../../../shared/words.ts';
import { SOURCE_LABELS } from '../../declaration/share-link.rules.ts';
import { useDates } from '../../../web/useDates.ts';
import { useLanguage, useWords } from '../../../web/words.tsx';
import {
  type Audience,
  type AudienceCondition,
  type AudienceKind,
  type AudienceStatus,
  countriesOf,
} from './audience.rules.ts';

/** What the people of each kind did, as the end of a sentence. */
const DID: Readonly<Record<AudienceKind, string>> = {
  contact: words('wrote to us'),
  passport: words('applied for the kit'),
  volunteer: words('volunteered'),
  partner: words('offered a partnership'),
  declaration: words('signed the declaration'),
  user: words('have an account'),
};

export const STATUS_LABELS: Readonly<Record<AudienceStatus, string>> = {
  submitted: words('Submitted'),
  in_review: words('In review'),
  needs_information: words('Needs information'),
  approved: words('Approved'),
  dispatched: words('Dispatched'),
  delivered: words('Delivered'),
  cancelled: words('Cancelled'),
  new: words('New'),
  in_progress: words('In progress'),
  answered: words('Answered'),
  closed: words('Closed'),
};

/** What a source of signatures is called. */
export function useSourceLabel(): (source: string) => string {
  const t = useWords();
  return (source) => t(SOURCE_LABELS.get(source) ?? source);
}

/** One condition in words; of several countries each is a part. */
export interface SegmentPart {
  condition: AudienceCondition;
  country?: string;
  text: string;
}

/** Says whom an audience holds. */
export function useSegment() {
  const t = useWords();
  const language = useLanguage();
  const { dayInWords } = useDates();
  const labelOf = useSourceLabel();
  const either = (parts: string[]) =>
    new Intl.ListFormat(language, { type: 'disjunction' }).format(parts);

  /** Each condition in words, in the order of the sentence. */
  function partsOf(audience: Audience): SegmentPart[] {
    const { kinds = [], language: reading, status, source, confirmed, since, until } = audience;
    return [
      ...(kinds.length > 0
        ? [{ condition: 'kinds' as const, text: either(kinds.map((kind) => t(DID[kind]))) }]
        : []),
      ...countriesOf(audience).map((country) => ({
        condition: 'countries' as const,
        country,
        text: t('from {country}', { country: t(country) }),
      })),
      ...(reading
        ? [
            {
              condition: 'language' as const,
              text: t('reading in {language}', { language: LANGUAGE_NAMES[reading] }),
            },
          ]
        : []),
      ...(status
        ? [
            {
              condition: 'status' as const,
              text: t('with the status “{status}”', { status: t(STATUS_LABELS[status]) }),
            },
          ]
        : []),
      ...(source
        ? [
            {
              condition: 'source' as const,
              text: t('with the source “{source}”', { source: labelOf(source) }),
            },
          ]
        : []),
      ...(confirmed ? [{ condition: 'confirmed' as const, text: t('confirmed') }] : []),
      ...(since
        ? [{ condition: 'since' as const, text: t('since {day}', { day: dayInWords(since) }) }]
        : []),
      ...(until
        ? [{ condition: 'until' as const, text: t('until {day}', { day: dayInWords(until) }) }]
        : []),
    ];
  }

  /** All of them in one line; empty for everyone who asked for news. */
  function textOf(audience: Audience): string {
    const parts = partsOf(audience);
    const countries = parts.filter(({ country }) => country !== undefined);
    const [first] = countries;
    const joined = parts.flatMap((part) => {
      if (part.country === undefined) return part.text;
      if (part !== first) return [];
      return t('from {country}', {
        country: either(countries.map(({ country = '' }) => t(country))),
      });
    });
    return [
      ...joined,
      ...(audience.unasked ? [t('including those who have not asked for news')] : []),
    ].join(', ');
  }
  return { partsOf, textOf };
}
