import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { words } from '../../../shared/words.ts';
import { CallError } from '../../../web/api.ts';
import { read } from '../../../web/queries.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { useCan } from '../../../web/permissions.tsx';
import { Button } from '../../../web/ui/Button.tsx';
import { Conflict } from '../../../web/forms/Conflict.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { toast } from '../../../web/ui/toasts.ts';
import { useForm } from '../../../web/forms/useForm.ts';
import { useWords } from '../../../web/words.tsx';
import { readMailLimits, setMailLimits } from './limit.contract.ts';
import { TabSection } from '../../mail/TabSection.tsx';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { Field } from '../../../web/forms/Field.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';

/** How many mails may leave in a day and a minute, and how many have. */
export function MailLimits() {
  const t = useWords();
  const { data, error, isFetching, refetch } = useQuery({
    ...read(readMailLimits),
    refetchOnMount: 'always',
  });
  return (
    <TabSection title={t('Sending limits')}>
      <LoadError
        query={{ error, isFetching, refetch }}
        fallback={t('The limits could not be loaded.')}
      />
      {data ? <LimitForm limits={data} /> : null}
      {!data && !error ? <Loading>{t('Loading the limits...')}</Loading> : null}
    </TabSection>
  );
}

function LimitForm({ limits }: { limits: SavedLimits }) {
  const t = useWords();
  const client = useQueryClient();
  const isOpen = useCan()('mail:configure');
  const { seen, round, isOutdated, ...entries } = useEntries(limits);
  const [isRefused, setRefused] = useState(false);
  const showAsItIs = () => client.invalidateQueries({ queryKey: [readMailLimits.name] });
  const save = useForm(setMailLimits, {
    fallback: t('The limits could not be saved.'),
    through: useRecentPassword(),
    read: (form) => ({
      gmailPerDay: numberIn(form, 'gmailPerDay'),
      alternativePerDay: numberIn(form, 'alternativePerDay'),
      perMinute: numberIn(form, 'perMinute'),
      connections: numberIn(form, 'connections'),
      version: seen.version,
    }),
    onSuccess: ({ message, version }, { version: _, ...sent }) => {
      toast({ title: t('Limits Saved'), description: t(message) });
      setRefused(false);
      entries.fill({ ...limits, ...sent, version });
      void showAsItIs();
    },
    onFailure: (sentence, error) => {
      const isConflict = error instanceof CallError && error.status === 409;
      setRefused(isConflict);
      if (isConflict) void showAsItIs();
      toast({ title: t('Error'), description: t(sentence), variant: 'destructive' });
    },
  });

  return (
    <form
      {...save.form}
      onInput={(event) => {
        entries.touch();
        save.form.onInput(event);
      }}
      className="grid max-w-3xl gap-5"
    >
      <p>
        {t(
          '{count, plural, =0 {No email has been sent in the last 24 hours.} one {# email has been sent in the last 24 hours.} other {# emails have been sent in the last 24 hours.}}',
          { count: limits.sentInDay },
        )}{' '}
        {t(
          'A tenth of the daily limit is reserved for emails that people are waiting for: receipts, links, replies.',
        )}
        {limits.alternativePerDay === null ? (
          <> {t('The alternative server has no daily limit, so nothing is reserved there.')}</>
        ) : null}
      </p>
      {isOutdated ? (
        <Conflict
          saved={LIMIT_FIELDS.map(({ name, label }) => ({
            label: t(label),
            value: limits[name] ?? '–',
          }))}
          onGoOn={entries.goOn}
          onTakeTheirs={() => entries.fill(limits)}
        />
      ) : null}
      {/* The notice says it, with what to do about it. */}
      <FormErrors state={isRefused ? { ...save, failure: undefined } : save} />
      <div key={round} className="grid items-end gap-5 sm:grid-cols-2">
        {LIMIT_FIELDS.map((field) => (
          <LimitField
            key={field.name}
            field={field}
            limits={seen}
            errors={save.errors}
            isOpen={isOpen}
          />
        ))}
      </div>
      {isOpen ? (
        <div className="actions">
          <Button
            type="submit"
            variant="primary"
            pending={save.isPending}
            pendingLabel={t('Saving...')}
          >
            {t('Save limits')}
          </Button>
        </div>
      ) : null}
    </form>
  );
}

/**
 * What is being entered, over which saved limits: a colleague’s saving changes nothing that was typed. A new round
 * brings fields that hold what is saved.
 */
function useEntries(saved: SavedLimits) {
  const [{ seen, round }, setEntries] = useState({ seen: saved, round: 0 });
  const [isTouched, setTouched] = useState(false);

  function fill(limits: SavedLimits) {
    setEntries((now) => ({ seen: limits, round: now.round + 1 }));
    setTouched(false);
  }

  const isNewer = saved.version > seen.version;
  if (isNewer && !isTouched) fill(saved);
  return {
    seen,
    round,
    isOutdated: isNewer && isTouched,
    fill,
    touch: () => setTouched(true),
    /** The entries stay, over what is saved now. */
    goOn: () => setEntries((now) => ({ ...now, seen: saved })),
  };
}

/** What is typed as a number; null of an empty field. What is none stays none, for the contract to refuse. */
function numberIn(form: FormData, name: string): number | null {
  const text = String(form.get(name) ?? '').trim();
  return text === '' ? null : Number(text);
}

type SavedLimits = AnswerOf<typeof readMailLimits>;
type LimitName = Exclude<keyof SavedLimits, 'sentInDay' | 'version'>;

/** LIST of the limits, in their order in the form. */
const LIMIT_FIELDS: readonly { name: LimitName; label: string; hint?: string }[] = [
  { name: 'gmailPerDay', label: words('Through Gmail, in 24 hours') },
  {
    name: 'alternativePerDay',
    label: words('Through the alternative server, in 24 hours'),
    hint: words('Leave empty for no limit'),
  },
  {
    name: 'perMinute',
    label: words('Bulk emails per minute'),
    hint: words('Leave empty to send as fast as the server allows'),
  },
  { name: 'connections', label: words('Connections at once') },
];

interface LimitFieldProps {
  field: (typeof LIMIT_FIELDS)[number];
  limits: SavedLimits;
  errors: Record<string, string>;
  /** False for who may look and not change. */
  isOpen: boolean;
}

/** One of the limits; empty where there is none. */
function LimitField({ field: { name, label, hint }, limits, errors, isOpen }: LimitFieldProps) {
  const t = useWords();
  const error = errors[name];
  return (
    <Field label={t(label)} hint={hint && t(hint)} error={error && t(error)}>
      <TextInput
        name={name}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
        readOnly={!isOpen}
        defaultValue={limits[name] ?? ''}
      />
    </Field>
  );
}
