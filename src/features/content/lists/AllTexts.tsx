import { useState } from 'react';
import { LANGUAGE_NAMES, LANGUAGES } from '../../../shared/language.ts';
import { Select } from '../../../web/forms/Select.tsx';
import { type Column, DataTable } from '../../../web/lists/DataTable.tsx';
import { SearchField } from '../../../web/lists/SearchField.tsx';
import { useWords } from '../../../web/words.tsx';
import { TEXTS_PATH } from '../editing/paths.rules.ts';
import { findText, nameOf, type PageText } from '../editing/useContentTexts.ts';
import type { Editing } from '../editing/useEditing.ts';
import {
  isBehind,
  isChanged,
  saidBy,
  shortened,
  stateLabel,
  writtenValue,
} from '../editing/text-state.rules.ts';
import { useLanguageName } from '../editing/useLanguageName.ts';
import { pictureUse } from '../texts/known-texts.rules.ts';
import { wholeName } from '../texts/text-names.rules.ts';
import { ListAndPanel } from './ListAndPanel.tsx';

/** One text in all languages. */
interface Row {
  first: PageText;
  versions: readonly PageText[];
}

const FILTERS = ['all', 'draft', 'changed', 'behind', 'empty'] as const;
type Filter = (typeof FILTERS)[number];

const IS_IN: Readonly<Record<Filter, (versions: readonly PageText[]) => boolean>> = {
  all: () => true,
  draft: (versions) => versions.some(({ draft }) => draft !== undefined),
  changed: (versions) => versions.some(isChanged),
  behind: (versions) =>
    versions.some((text) => versions.some((other) => other !== text && isBehind(text, other))),
  empty: (versions) => versions.some((text) => writtenValue(text) === ''),
};

/** Every text of the site by the name that people call it. */
export function AllTexts({ editing }: { editing: Editing }) {
  const t = useWords();
  const nameIn = useLanguageName();
  const [search, setSearch] = useState('');
  const [filter, setFilter] = useState<Filter>('all');
  const { texts } = editing;
  const rows = [...(texts.get(LANGUAGES[0]) ?? [])]
    .filter((text) => text.isKnown && !pictureUse(text))
    .map((first): Row => {
      const versions = LANGUAGES.map((language) => findText(texts, { ...first, language }));
      return { first, versions };
    });
  const wanted = search.toLowerCase();
  const found = rows.filter(
    ({ first, versions }) =>
      IS_IN[filter](versions) &&
      [wholeName(first, t), `${first.section} / ${first.key}`, ...versions.flatMap(saidBy)].some(
        (said) => said.toLowerCase().includes(wanted),
      ),
  );
  const labels: Readonly<Record<Filter, string>> = {
    all: t('All texts'),
    draft: t('Drafts'),
    changed: t('Changed by you'),
    behind: t('Not yet in every language'),
    empty: t('Empty'),
  };
  const columns: Column<Row>[] = [
    {
      id: 'name',
      header: t('Text'),
      cell: ({ first }) => wholeName(first, t),
    },
    ...LANGUAGES.map(
      (language): Column<Row> => ({
        id: language,
        header: LANGUAGE_NAMES[language],
        cell: ({ versions }) => {
          const text = versions.find((one) => one.language === language);
          return text ? <span lang={language}>{shortened(writtenValue(text))}</span> : null;
        },
      }),
    ),
    {
      id: 'state',
      header: t('State'),
      cell: ({ versions }) => {
        const late = versions.find((text) =>
          versions.some((other) => other !== text && isBehind(text, other)),
        );
        return (
          <>
            {[...new Set(versions.map((text) => t(stateLabel(text))))].join(', ')}
            {late ? (
              <span className="text-late">
                {`, ${t('not yet in {language}', { language: nameIn(late.language) })}`}
              </span>
            ) : null}
          </>
        );
      },
    },
  ];
  return (
    <ListAndPanel editing={editing} path={TEXTS_PATH}>
      {(choose) => (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
          <div className="list-tools filters">
            <SearchField
              label={t('Search the texts')}
              search={search}
              isAtOnce
              onSearch={setSearch}
            />
            <Select
              aria-label={t('Show')}
              className="w-40 sm:w-60"
              options={FILTERS.map((value) => ({ value, label: labels[value] }))}
              value={filter}
              onChoose={setFilter}
            />
          </div>
          <DataTable
            caption={t('All texts')}
            columns={columns}
            rows={found}
            rowKey={({ first }) => nameOf(first)}
            onRow={({ first }) => choose(first)}
            loadingLabel={t('Loading the texts...')}
            empty={t('Nothing matches.')}
          />
        </div>
      )}
    </ListAndPanel>
  );
}
