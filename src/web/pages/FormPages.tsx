import { useState } from 'react';
import { DeclarationDialog } from '../../features/declaration/DeclarationDialog.tsx';
import type { Account } from '../../features/members/sessions/useAccount.ts';
import type { FilledForm, LivePageData } from '../../shared/page.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { AsPage } from '../ui/DialogPage.tsx';
import { ServerMarkup } from '../ui/ServerMarkup.tsx';
import { useHref } from '../useHref.ts';
import { useWords } from '../words.tsx';
import { Apply } from './lazyPages.ts';
import { Contact } from './landing/Contact.tsx';
import type { StaticParts } from './landing/LandingPage.tsx';
import { menuButton } from './header/Navigation.tsx';
import {
  Account as AccountPart,
  Membership,
  Partner,
  Share,
  Volunteer,
} from './landing/dialogs.ts';

export interface FormPageProps {
  data: LivePageData;
  /** The form as it was sent without scripts, when it could not be taken. */
  filled: FilledForm | undefined;
  account: Account;
  staticParts: StaticParts | undefined;
}

/** What a dialog gets that is a page: it is open, and leaving it leads to the start page. */
function usePage() {
  const href = useHref();
  return { open: true, onClose: () => location.assign(href('/')) };
}

/** Sign the declaration, at its own address. */
export function SignPage({ data, filled, staticParts }: FormPageProps) {
  const page = usePage();
  const [signedHere, setSignedHere] = useState(0);
  return (
    <AsPage>
      <DeclarationDialog
        {...page}
        filled={filled}
        publicUrl={data.publicUrl}
        signatures={data.signatures + (data.confirmsSignatures ? 0 : signedHere)}
        isToConfirm={data.confirmsSignatures}
        onSigned={() => setSignedHere(signedHere + 1)}
      >
        <ServerMarkup name="declaration">{staticParts?.declaration}</ServerMarkup>
      </DeclarationDialog>
    </AsPage>
  );
}

/** The form of a dialog that a person answers. */
const answered =
  ({ Component }: typeof Volunteer | typeof Partner) =>
  ({ filled }: FormPageProps) => (
    <AsPage aside={<NextSteps />}>
      <Component {...usePage()} filled={filled} />
    </AsPage>
  );
export const VolunteerPage = answered(Volunteer);
export const PartnerPage = answered(Partner);

export function SharePage({ data }: FormPageProps) {
  return (
    <AsPage>
      <Share.Component {...usePage()} publicUrl={data.publicUrl} />
    </AsPage>
  );
}

/** Beside a form that a person answers: what happens with it, and what can be done at once. */
function NextSteps() {
  const t = useWords();
  const href = useHref();
  return (
    <aside className="grid gap-6" aria-label={t('What happens next')}>
      <div className="grid gap-2">
        <h2 className="text-2xl">{t('What happens next')}</h2>
        <p>{t('One of us reads every application and replies by email.')}</p>
      </div>
      <div className="grid justify-items-start gap-3">
        <h2 className="text-2xl">{t('Not signed yet?')}</h2>
        <p>{t('Signing is free and takes a minute.')}</p>
        <Button href={href('/sign')}>{t('Sign the declaration')}</Button>
      </div>
    </aside>
  );
}

/** Log in or register, beside what members get. The forms come with the page; without scripts nothing in them works. */
export function JoinPage({ account }: FormPageProps) {
  const t = useWords();
  const href = useHref();
  const page = usePage();
  const { user } = account;
  if (user)
    return (
      <AsPage>
        <Dialog {...page} title={t('Join the Movement')} size="sm">
          <p role="status">{t('You are logged in as {email}.', { email: user.email })}</p>
          <div className="actions">
            <Button variant="primary" href={href('/messages')}>
              {t('Messages')}
            </Button>
            <Button href={href('/profile')}>{t('Profile')}</Button>
          </div>
        </Dialog>
      </AsPage>
    );
  return (
    <AsPage aside={<Membership.Component />}>
      <AccountPart.Component
        {...page}
        // The page says who is logged in now, from its start; the form that had the focus is gone.
        onClose={() =>
          setTimeout(() => {
            menuButton()?.focus();
            scrollTo(0, 0);
          })
        }
        returnFocus={() => undefined}
        account={account}
      />
    </AsPage>
  );
}

/** Apply for the kit, with the form of the start page. */
export function ApplyPage({ data }: FormPageProps) {
  return (
    <Apply.Component
      isPage
      plans={data.plans}
      waysToPay={data.waysToPay}
      paypalSdkUrl={data.paypalSdkUrl}
    />
  );
}

/** Write to the campaign, with the form of the start page. */
export function ContactPage({ filled }: FormPageProps) {
  return <Contact isPage filled={filled} />;
}
