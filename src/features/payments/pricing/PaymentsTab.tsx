import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { read } from '../../../web/queries.ts';
import { IfCan } from '../../../web/permissions.tsx';
import { useWords } from '../../../web/words.tsx';
import { ConfigForm } from './ConfigForm.tsx';
import { ConfigList } from './ConfigList.tsx';
import { listPaymentConfig } from './payment-config.contract.ts';

/** What is charged, and where the money goes. */
export function PaymentsTab() {
  const t = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const configs = useQuery(read(listPaymentConfig));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 [&_td:has(.switch)]:align-middle">
        <h2 ref={heading} tabIndex={-1} className="text-[1.5rem]">
          {t('Current configurations')}
        </h2>
        {/* The button that had the focus has gone with its row. */}
        <ConfigList onDeleted={() => heading.current?.focus()} />
      </div>
      <IfCan permission="payments:configure">
        <section className="grid gap-4" aria-labelledby="new-config">
          <h2 id="new-config" className="text-[1.5rem]">
            {t('Add a configuration')}
          </h2>
          <ConfigForm active={configs.data?.filter(({ isActive }) => isActive)} />
        </section>
      </IfCan>
    </div>
  );
}
