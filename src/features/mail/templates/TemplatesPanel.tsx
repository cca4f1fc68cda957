import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { isLanguage, type Language, LANGUAGE_NAMES, LANGUAGES } from '../../../shared/language.ts';
import { go, useAddress, withQuery } from '../../../web/address.ts';
import { read } from '../../../web/queries.ts';
import { Field } from '../../../web/forms/Field.tsx';
import { Loading } from '../../../web/loading/Loading.tsx';
import { LoadError } from '../../../web/loading/LoadError.tsx';
import { Select } from '../../../web/forms/Select.tsx';
import { useLanguage, useWords } from '../../../web/words.tsx';
import { RenderedMail } from './RenderedMail.tsx';
import { TabSection } from '../TabSection.tsx';
import { listMailTemplates, readMailTemplate } from './templates.contract.ts';

/** The mails that the site sends by itself, each in every language, with made-up people in it. */
export function TemplatesPanel() {
  const t = useWords();
  const { path, query } = useAddress();
  const own = useLanguage();
  const asked = query.get('in') ?? own;
  const language = isLanguage(asked) ? asked : LANGUAGES[0];
  const ask = (change: { mail?: string; in?: string }) =>
    go(withQuery(path, { mail: query.get('mail') ?? '', in: language, ...change }));
  const list = useQuery(
    read(listMailTemplates, { query: { language: isLanguage(own) ? own : LANGUAGES[0] } }),
  );
  const name = query.get('mail') || list.data?.[0]?.name;
  return (
    <TabSection title={t('Automatic emails')}>
      <p>
        {t(
          'Each one follows something a person did, or tells the team what needs doing. The people in these examples are made up.',
        )}
      </p>
      <NotLoaded query={list} />
      {list.data ? (
        <div className="grid gap-4 sm:grid-cols-[3fr_1fr]">
          <Field label={t('Choose an email')}>
            <Select
              options={list.data.map((mail) => ({ value: mail.name, label: mail.subject }))}
              value={name}
              onChange={({ target }) => ask({ mail: target.value })}
            />
          </Field>
          <Field label={t('Language')}>
            <Select
              options={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
              value={language}
              onChange={({ target }) => ask({ in: target.value })}
            />
          </Field>
        </div>
      ) : null}
      {name ? <Example key={`${name} ${language}`} name={name} language={language} /> : null}
    </TabSection>
  );
}

function Example({ name, language }: { name: string; language: Language }) {
  const drawn = useQuery(read(readMailTemplate, { params: { name }, query: { language } }));
  return drawn.data ? <RenderedMail mail={drawn.data} /> : <NotLoaded query={drawn} />;
}

/** What is shown until an answer is there. */
function NotLoaded({ query }: { query: UseQueryResult }) {
  const t = useWords();
  if (query.data) return null;
  if (!query.error) return <Loading>{t('Preparing the preview...')}</Loading>;
  return <LoadError query={query} fallback={t('The preview could not be prepared.')} />;
}
