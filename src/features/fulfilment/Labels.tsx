import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { words } from '../../shared/words.ts';
import { call, sentenceOf } from '../../web/api.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Dialog } from '../../web/ui/Dialog.tsx';
import { Loading } from '../../web/loading/Loading.tsx';
import { Notice } from '../../web/ui/Notice.tsx';
import { useWords } from '../../web/words.tsx';
import { printLabels } from './fulfilment.contract.ts';
import './Labels.css';

/** Addresses as they are stuck on parcels; printed, nothing else of the page is. */
export function Labels({
  ids,
  onClose,
}: {
  ids: readonly string[] | undefined;
  onClose: () => void;
}) {
  const t = useWords();
  return (
    <Dialog open={ids !== undefined} onClose={onClose} size="3xl" title={t('Address labels')}>
      {ids ? <Sheet ids={ids} /> : null}
    </Dialog>
  );
}

function Sheet({ ids }: { ids: readonly string[] }) {
  const t = useWords();
  const client = useQueryClient();
  const labels = useMutation({
    mutationFn: () => call(printLabels, { body: { ids: [...ids] } }),
    onSuccess: () => client.invalidateQueries(),
  });
  const ask = useEffectEvent(() => labels.mutate());
  useEffect(() => ask(), []);
  if (labels.error)
    return (
      <Notice role="alert" tone="danger">
        <p>
          {t(sentenceOf(labels.error, words('The labels could not be loaded. Please try again.')))}
        </p>
        <Button onClick={() => labels.mutate()}>{t('Try again')}</Button>
      </Notice>
    );
  if (!labels.data) return <Loading>{t('Loading the addresses...')}</Loading>;
  return (
    <>
      <div className="actions">
        <Button variant="primary" onClick={() => print()}>
          {t('Print')}
        </Button>
        <p className="hint">{t('Two columns on an A4 sheet. Each label shows the reference.')}</p>
      </div>
      <ul className="labels">
        {labels.data.labels.map(({ id, reference, name, address, country, telephone }) => (
          <li key={id} className="label">
            <strong>{name}</strong>
            <span className="whitespace-pre-line">{address}</span>
            <span className="uppercase">{t(country)}</span>
            <span>{telephone}</span>
            <span className="figures">{reference}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
