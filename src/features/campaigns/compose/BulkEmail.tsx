import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { go, useAddress } from '../../../web/address.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { FormErrors } from '../../../web/forms/FormErrors.tsx';
import { useWords } from '../../../web/words.tsx';
import { BULK_PATH } from '../../mail/paths.rules.ts';
import { TabSection } from '../../mail/TabSection.tsx';
import { DraftList, focusSubject } from './DraftList.tsx';
import { DraftStatus } from './DraftStatus.tsx';
import { MessageFields } from './MessageFields.tsx';
import { MailPreview, usePreview } from './MailPreview.tsx';
import { RecipientSelection } from './RecipientSelection.tsx';
import {
  audienceOf,
  type BulkDraft,
  signersOf,
  useBulkDraft,
  type WriteBulk,
} from './useBulkDraft.ts';
import { useBulkSend } from './useBulkSend.tsx';
import { eachOnce } from './useMessageToasts.ts';
import { useAudience } from './useAudience.ts';

import { Field } from '../../../web/forms/Field.tsx';
import { RadioGroup } from '../../../web/forms/RadioGroup.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';

/** A mail to many (specification §2): its words, whom it goes to, and when. */
export function BulkEmail() {
  const t = useWords();
  const [search, setSearch] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const bulk = useBulkDraft();
  const { draft, write } = bulk;
  useLinkedSigners(write);
  const audience = useAudience(audienceOf(draft), search);
  const preview = usePreview(draft, 'news');
  const { send, submit, count } = useBulkSend(bulk, audience.count);
  const { recipients: nobody, ...others } = send.errors;
  // Whoever is chosen mends that at once.
  const errors = nobody && count === 0 ? { ...others, recipients: nobody } : others;
  return (
    <TabSection title={t('Bulk email')}>
      <DraftList kind="bulk" editor={bulk} onMoved={() => focusSubject(form)} />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 lg:grid-cols-2">
        <form
          {...send.form}
          ref={form}
          id="bulk-email"
          onSubmit={submit}
          className="grid grid-cols-[minmax(0,1fr)] content-start gap-5"
        >
          <FormErrors state={{ ...send, errors: eachOnce(errors) }} />
          <MessageFields draft={draft} write={write} errors={errors} hasFields />
          <ScheduleFields draft={draft} write={write} error={errors.scheduledFor} />
          <DraftStatus editor={bulk} />
        </form>
        <RecipientSelection
          draft={draft}
          write={write}
          audience={audience}
          search={search}
          onSearch={setSearch}
          error={count === 0 ? nobody : undefined}
        />
      </div>
      <div className="actions edged-t border-rule pt-5">
        <Button
          type="submit"
          form="bulk-email"
          variant="primary"
          // A number that is not known yet cannot be asked about.
          disabled={draft.to === 'all' && !audience.isKnown}
          pending={send.isPending}
          pendingLabel={t('Sending...')}
        >
          {t(
            '{count, plural, =0 {Send bulk email...} one {Send to # person...} other {Send to # people...}}',
            {
              count,
            },
          )}
        </Button>
        <Button onClick={preview.open}>{t('Preview')}</Button>
      </div>
      <MailPreview open={preview.isOpen} onClose={preview.close} template="news" letter={draft} />
    </TabSection>
  );
}

/** Takes the country from a link (`?signers=Kenya`): the mail is for all who signed there. */
function useLinkedSigners(write: WriteBulk) {
  const { path, query } = useAddress();
  const country = path === BULK_PATH ? query.get('signers') : null;
  const choose = useEffectEvent((chosen: string) => {
    write(signersOf(chosen));
    go(BULK_PATH, { replace: true });
  });
  useEffect(() => {
    if (country) choose(country);
  }, [country]);
}

interface ScheduleFieldsProps {
  draft: BulkDraft;
  write: WriteBulk;
  error: string | undefined;
}

/** When a bulk mail leaves. */
function ScheduleFields({ draft, write, error }: ScheduleFieldsProps) {
  const t = useWords();
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <>
      <RadioGroup
        label={t('When')}
        name="when"
        value={draft.isLater ? 'later' : 'now'}
        onChange={(when) => write({ isLater: when === 'later' })}
        choices={[
          { value: 'now', label: t('Immediately') },
          { value: 'later', label: t('Later') },
        ]}
      />
      {draft.isLater ? (
        <Field
          label={t('Date and time')}
          hint={t('Your time zone: {zone}', { zone: timeZone.replaceAll('_', ' ') })}
          error={error && t(error)}
          className="max-w-xs"
        >
          <TextInput
            name="scheduledFor"
            type="datetime-local"
            value={draft.scheduledFor}
            onChange={({ target }) => write({ scheduledFor: target.value })}
          />
        </Field>
      ) : null}
    </>
  );
}
