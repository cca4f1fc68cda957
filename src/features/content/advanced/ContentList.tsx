import { pictureIn } from '../../../shared/picture.ts';
import { dateColumn } from '../../../web/lists/columns.tsx';
import { type Column, DataTable } from '../../../web/lists/DataTable.tsx';
import { useDates } from '../../../web/useDates.ts';
import { useWords } from '../../../web/words.tsx';
import { pictureUse } from '../texts/known-texts.rules.ts';
import { PictureOrWords } from '../pictures/PictureOrWords.tsx';
import { nameOf, type PageText } from '../editing/useContentTexts.ts';

interface ContentListProps {
  texts: readonly PageText[];
  isLoading: boolean;
  onOpen: (text: PageText) => void;
}

type Published = PageText & { published: NonNullable<PageText['published']> };

const isPublished = (text: PageText): text is Published => text.published !== undefined;

/** Of a text in the list. */
const longestShown = 100;
const truncated = (value: string) =>
  value.length > longestShown ? `${value.slice(0, longestShown).trimEnd()}…` : value;

/** Short enough for the list; the name of a picture's file stays whole, so that it is shown. */
function summaryOf({ section, key, published: { value } }: Published): string {
  const picture = pictureUse({ section, key }) && pictureIn(value);
  return picture ? `${picture.file} ${truncated(picture.alt)}` : truncated(value);
}

/** What is published in the language that was chosen; a row opens its text in the form. */
export function ContentList({ texts, isLoading, onOpen }: ContentListProps) {
  const t = useWords();
  const { dayOf } = useDates();
  const rows = texts
    .filter(isPublished)
    .sort((a, b) => b.published.updatedAt.localeCompare(a.published.updatedAt));
  const columns: Column<Published>[] = [
    {
      id: 'name',
      header: t('Section / key'),
      sortBy: ({ section, key }) => `${section} / ${key}`,
      cell: ({ section, key }) => (
        <span className="[overflow-wrap:anywhere]">{`${section} / ${key}`}</span>
      ),
    },
    dateColumn('updated', t('Updated'), ({ published }) => dayOf(published.updatedAt), {
      sortBy: ({ published }) => published.updatedAt,
      onPhone: 'below-end',
    }),
    {
      id: 'value',
      onPhone: 'below',
      header: t('Value'),
      cell: (text) => (
        <span className="[overflow-wrap:anywhere]">
          <PictureOrWords text={text} value={summaryOf(text)} />
        </span>
      ),
    },
  ];
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <h2 className="text-[1.5rem]">{t('Current content')}</h2>
      <DataTable
        caption={t('Current content')}
        columns={columns}
        rows={rows}
        rowKey={nameOf}
        onRow={onOpen}
        isLoading={isLoading}
        loadingLabel={t('Loading the texts...')}
        empty={t('No custom content yet.')}
      />
    </div>
  );
}
