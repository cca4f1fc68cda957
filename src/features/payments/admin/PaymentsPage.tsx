import type { ReactNode } from 'react';
import { words } from '../../../shared/words.ts';
import { useAddress } from '../../../web/address.ts';
import { lazyPart } from '../../../web/loading/lazyPart.tsx';
import { PageTabs } from '../../../web/lists/PageTabs.tsx';
import { LazyPanel } from '../../../web/loading/LazyPanel.tsx';
import { useWords } from '../../../web/words.tsx';
import { CHAIN_REVIEW_PATH } from '../rails/crypto/crypto.rules.ts';
import {
  CLAIMS_PATH,
  PAYMENT_DETAIL_PATH,
  PAYMENTS_PATH,
  RECONCILIATION_PATH,
  STATEMENTS_PATH,
} from '../core/paths.rules.ts';

const Claims = lazyPart(
  async () => (await import('../rails/transfer/confirmation/ClaimsPage.tsx')).ClaimsPage,
  'admin',
);
const Ways = lazyPart(
  async () => (await import('./PaymentMethodsPage.tsx')).PaymentMethodsPage,
  'admin',
);
const Warnings = lazyPart(
  async () => (await import('../rails/crypto/status/CryptoWarnings.tsx')).CryptoWarnings,
  'admin',
);
const Review = lazyPart(async () => (await import('./review/ReviewList.tsx')).ReviewList, 'admin');
const Reconciliation = lazyPart(
  async () => (await import('./reconciliation/ReconciliationPage.tsx')).ReconciliationPage,
  'admin',
);
const Statements = lazyPart(
  async () => (await import('../rails/transfer/statements/StatementsPage.tsx')).StatementsPage,
  'admin',
);
const Chain = lazyPart(
  async () => (await import('../rails/crypto/review/ChainReviewPage.tsx')).ChainReviewPage,
  'admin',
);
const PaymentDetail = lazyPart(
  async () => (await import('./detail/PaymentDetailPage.tsx')).PaymentDetailPage,
  'admin',
);

interface PaymentsSection {
  path: string;
  label: string;
  content: ReactNode;
}

/** LIST of the sections of the dashboard's tab Payments; each has an address, the last is the tab's own. */
const PAGES: readonly PaymentsSection[] = [
  {
    path: CLAIMS_PATH,
    label: words('To do'),
    content: (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-10">
        <LazyPanel part={Claims} />
        <LazyPanel part={Review} />
      </div>
    ),
  },
  {
    path: STATEMENTS_PATH,
    label: words('Bank statements'),
    content: <LazyPanel part={Statements} />,
  },
  {
    path: CHAIN_REVIEW_PATH,
    label: words('Unmatched crypto payments'),
    content: <LazyPanel part={Chain} />,
  },
  {
    path: RECONCILIATION_PATH,
    label: words('Reconciliation'),
    content: <LazyPanel part={Reconciliation} />,
  },
  {
    path: PAYMENTS_PATH,
    label: words('Payment methods'),
    content: (
      <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
        <LazyPanel part={Warnings} />
        <LazyPanel part={Ways} />
      </div>
    ),
  },
];

/** The addresses below the tab's own. */
export const PAYMENT_PAGE_PATHS: readonly string[] = [
  ...PAGES.slice(0, -1).map(({ path }) => path),
  PAYMENT_DETAIL_PATH,
];

/** What is charged, what waits to be checked, and what the bank says. */
export function PaymentsPage() {
  const t = useWords();
  const { path } = useAddress();
  // The page of one application is no section: several sections link to it.
  if (path === PAYMENT_DETAIL_PATH) return <LazyPanel part={PaymentDetail} />;
  return (
    <PageTabs
      label={t('Payments')}
      pages={PAGES.map((page) => ({ ...page, label: t(page.label) }))}
    />
  );
}
