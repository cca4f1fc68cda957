import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { read } from '../../../web/queries.ts';
import { listApiKeys } from './api-key.contract.ts';
import { ApiKeyList } from './ApiKeyList.tsx';
import { type MadeKey, NewKey } from './NewKey.tsx';
import { NewKeyForm } from './NewKeyForm.tsx';

const KEYS = read(listApiKeys);

/** The keys with which programs read for administrators: a new one, and those that there are. */
export function ApiKeysPage() {
  const client = useQueryClient();
  // A program may have used one meanwhile.
  const list = useQuery({ ...KEYS, refetchOnMount: 'always' });
  const [made, setMade] = useState<MadeKey>();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <NewKeyForm
        onMade={(key) => {
          setMade(key);
          void client.invalidateQueries({ queryKey: KEYS.queryKey });
        }}
      />
      <ApiKeyList list={{ ...list, rows: list.data }} />
      <NewKey made={made} onClose={() => setMade(undefined)} />
    </div>
  );
}
