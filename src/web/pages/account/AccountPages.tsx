import { NotFoundPage } from '../NotFoundPage.tsx';

/** Where the links of mails about an account lead. */
export function AccountPages() {
  return (
    <main>
      <NotFoundPage />
    </main>
  );
}
