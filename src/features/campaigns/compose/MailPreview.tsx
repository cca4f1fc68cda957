import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isLanguage, type Language, LANGUAGE_NAMES, LANGUAGES } from '../../../shared/language.ts';
import { words } from '../../../shared/words.ts';
import { call } from '../../../web/api.ts';
import { useRecentPassword } from '../../../web/recentPassword.ts';
import { Button } from '../../../web/ui/Button.tsx';
import { Dialog } from '../../../web/ui/Dialog.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { ErrorNotice } from '../../../web/ui/Notice.tsx';
import { Tabs } from '../../../web/ui/Tabs.tsx';
import { useAction } from '../../../web/actions/useAction.ts';
import { useLanguage, useWords } from '../../../web/words.tsx';
import { previewEmail, sendPreview, type WrittenTemplate } from '../message/message.contract.ts';
import { RenderedMail } from '../../mail/templates/RenderedMail.tsx';
import { RadioGroup } from '../../../web/forms/RadioGroup.tsx';
import { hasFields, PREVIEW_NAME, type PreviewReader } from '../message/merge-fields.rules.ts';
import type { Message } from './useMailDraft.ts';
import { errorsOf } from '../../../shared/form.ts';
import { useMessageToasts } from './useMessageToasts.ts';

interface MailPreviewProps {
  open: boolean;
  onClose: () => void;
  template: WrittenTemplate;
  letter: Message;
  /** The same in other languages, where their readers get words of their own. */
  translations?: Partial<Record<Language, Message>>;
}

/** A mail as its readers get it, in each language of the frame around the message. */
export function MailPreview({ open, onClose, template, letter, translations }: MailPreviewProps) {
  const t = useWords();
  const own = useLanguage();
  const [language, setLanguage] = useState<Language>(isLanguage(own) ? own : LANGUAGES[0]);
  const wordsIn = (one: Language) => translations?.[one] ?? letter;
  const { subject, message } = wordsIn(language);
  const isMerged = template === 'news' && hasFields(`${subject}\n${message}`);
  const [reader, setReader] = useState<PreviewReader>('named');
  const bodyIn = (one: Language): Body => {
    const { subject, message } = wordsIn(one);
    return { template, subject, message, language: one, ...(isMerged ? { reader } : {}) };
  };
  return (
    <Dialog open={open} onClose={onClose} title={t('Preview')} size="4xl">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
        <p className="hint">
          {t('Your text stays as you wrote it. The rest of the email is in the reader’s language.')}
        </p>
        {isMerged ? (
          <RadioGroup
            label={t('Preview for')}
            name="reader"
            value={reader}
            onChange={setReader}
            choices={[
              { value: 'named', label: t('Someone called {name}', { name: PREVIEW_NAME }) },
              { value: 'unnamed', label: t('Someone whose name we do not have') },
            ]}
          />
        ) : null}
        <Tabs
          look="line"
          label={t('Language')}
          value={language}
          onChange={setLanguage}
          tabs={LANGUAGES.map((one) => ({
            value: one,
            label: <span lang={one}>{LANGUAGE_NAMES[one]}</span>,
            content: one === language ? <Rendered body={bodyIn(one)} /> : null,
          }))}
        />
        <SendToMe body={bodyIn(language)} />
      </div>
    </Dialog>
  );
}

type Body = Message & {
  template: WrittenTemplate;
  language: Language;
  reader?: PreviewReader;
};

function Rendered({ body }: { body: Body }) {
  const t = useWords();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [previewEmail.name, body],
    queryFn: ({ signal }) => call(previewEmail, { body, signal }),
    gcTime: 0,
  });
  if (error)
    return (
      <LoadError
        query={{ error, isFetching, refetch }}
        fallback={t('The preview could not be prepared.')}
      />
    );
  if (!data) return <Loading>{t('Preparing the preview...')}</Loading>;
  return <RenderedMail mail={data} />;
}

function SendToMe({ body }: { body: Body }) {
  const t = useWords();
  const send = useAction(() => call(sendPreview, { body }), {
    through: useRecentPassword(),
    done: t('Preview Sent'),
    fallback: words('The preview could not be sent.'),
  });
  return (
    <div className="grid gap-3">
      <ErrorNotice sentence={send.failure} />
      <div className="actions">
        <Button
          variant="primary"
          pending={send.isPending}
          pendingLabel={t('Sending...')}
          onClick={() => void send.run()}
        >
          {t('Send it to me')}
        </Button>
      </div>
    </div>
  );
}

/** Whether the preview of a letter is open. One that lacks its words cannot be drawn, which is said instead. */
export function usePreview({ subject, message }: Message, template: WrittenTemplate) {
  const [isOpen, setOpen] = useState(false);
  const { refuse, refuseFirst } = useMessageToasts();
  return {
    isOpen,
    close: () => setOpen(false),
    open() {
      const body = { template, subject, message, language: LANGUAGES[0] };
      const problems = previewEmail.body ? Object.values(errorsOf(previewEmail.body, body)) : [];
      const [first] = problems;
      if (first === undefined) setOpen(true);
      else if (!refuseFirst(problems)) refuse(words('The email cannot be shown yet'), first);
    },
  };
}
