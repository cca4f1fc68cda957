import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { read } from '../../web/queries.ts';
import { useCan } from '../../web/permissions.tsx';
import { dateColumn } from '../../web/lists/columns.tsx';
import type { Column } from '../../web/lists/DataTable.tsx';
import { ListHeading } from '../../web/lists/ListHeading.tsx';
import { ListTable } from '../../web/lists/ListTable.tsx';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import { type DonationLink, listDonationLinks } from './donation-link.contract.ts';
import { donationAddress, hostOf } from './donation-link.rules.ts';
import { ActiveSwitch, DeleteButton, PutBack } from './LinkActions.tsx';

/** The links with their switch and their end; the one deleted last can be put back. */
export function LinkList() {
  const t = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const [deleted, setDeleted] = useState<DonationLink>();
  const links = useQuery(read(listDonationLinks));
  const columns = useColumns((link) => {
    setDeleted(link);
    // The button that had the focus has gone with its row.
    heading.current?.focus();
  });
  return (
    <section
      className="grid grid-cols-[minmax(0,1fr)] gap-2 [&_td:has(.switch)]:align-middle"
      aria-labelledby="donation-links"
    >
      <ListHeading id="donation-links" ref={heading} title={t('Manage donation links')} />
      {deleted ? (
        <PutBack
          key={deleted.id}
          link={deleted}
          onDone={() => {
            setDeleted(undefined);
            heading.current?.focus();
          }}
        />
      ) : null}
      <ListTable
        caption={t('Donation links')}
        columns={columns}
        list={{ ...links, rows: links.data }}
        loadingLabel={t('Loading the donation links...')}
        failedLabel={t('The donation links could not be loaded.')}
        emptyLabel={t('No donation links yet. Visitors have no way to donate.')}
      />
    </section>
  );
}

function useColumns(onDeleted: (link: DonationLink) => void): Column<DonationLink>[] {
  const t = useWords();
  const { dateTimeOf } = useDates();
  const canChange = useCan()('payments:configure');
  const columns: Column<DonationLink>[] = [
    {
      id: 'name',
      header: t('Name'),
      cell: ({ name }) => <bdi className="[overflow-wrap:anywhere]">{name}</bdi>,
    },
    { id: 'url', header: t('URL'), cell: (link) => <LinkAddress link={link} /> },
    dateColumn('updated', t('Updated'), ({ updatedAt }) => dateTimeOf(updatedAt)),
    {
      id: 'active',
      header: t('Active'),
      cell: (link) =>
        canChange ? <ActiveSwitch link={link} /> : link.isActive ? t('Yes') : t('No'),
    },
  ];
  if (canChange)
    columns.push({
      id: 'delete',
      header: t('Action'),
      cell: (link) => <DeleteButton link={link} onDeleted={() => onDeleted(link)} />,
    });
  return columns;
}

/** The host by itself: the rest of an address is easily mistaken for it. */
function LinkAddress({ link: { url } }: { link: DonationLink }) {
  if (donationAddress(url) === undefined)
    return <span className="[overflow-wrap:anywhere]">{url}</span>;
  return (
    <span className="block [overflow-wrap:anywhere] md:min-w-52">
      <strong>{hostOf(url)}</strong>
      <a
        className="flex min-h-11 items-center"
        href={url}
        target="_blank"
        rel="noopener noreferrer"
      >
        {url}
      </a>
    </span>
  );
}
