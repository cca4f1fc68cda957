import type { Overrides } from './content.ts';
import type { Language } from './language.ts';
import type { Paused } from './pause.ts';
import type { Picture } from './picture.ts';
import type { PublicPlans, WayToPay } from './plan.ts';

/** A form that was sent without scripts and could not be taken. */
export interface FilledForm {
  /** Name of the endpoint it was sent to. */
  endpoint: string;
  values: Record<string, string>;
  message: string;
  fields: Record<string, string>;
  /** What the address of its page said of where its reader came from: `?by=…`. */
  query?: string | undefined;
}

export interface PageRequest {
  path: string;
  language: Language;
  form?: FilledForm;
  /** Of `/receipt`, which is no page without one. */
  receipt?: ShownReceipt;
  /** Of the pages behind a signer's key. */
  signature?: ShownSignature;
}

/** What a form to sign has just sent, the same whether its address has signed before or not. */
export interface SentSignature {
  person: { fullName: string; email: string; country: string; wantsNews?: boolean | undefined };
  /** What their share address carries. */
  shareCode: string;
  /** How many emails with a link were asked for so far. */
  emails: number;
}

/**
 * A signature as the pages behind its signer's keys show it. sent: by a plain form in this browser; old: withdrawn, or
 * there is a newer link.
 */
export type ShownSignature =
  | { state: 'forged' | 'old' }
  | ({ state: 'sent' } & SentSignature)
  | {
      state: 'unconfirmed' | 'confirmed';
      key: string;
      fullName: string;
      country: string;
      /** Its place among those that count, 1 for the first; absent where it does not count. */
      place?: number | undefined;
      /** Of a confirmed one: what its share address carries, and how many signed through it. */
      shared?: { code: string; count: number } | undefined;
    };

/** A receipt as its page shows it. Amounts are decimal strings, days YYYY-MM-DD; `method` and `plan` are sentences of ours. */
export interface ShownReceipt {
  /** The application that was paid, for an administrator's link back to it; null for everyone else. */
  applicationId: string | null;
  /** "OAP-000123". */
  name: string;
  /** ISO 8601. */
  issuedAt: string;
  reference: string;
  payer: string;
  email: string;
  method: string;
  plan: string;
  instalment: number;
  instalments: number;
  received: string;
  due: string;
  currency: string;
  receivedOn: string;
  /** Of a payment that covers the rest of a plan: the number of the last one in it. */
  lastInstalment: number | null;
  /** What the payer can find again at the bank, PayPal or on the chain. */
  railReference: string | null;
  isOnChain: boolean;
  /** What is paid of the whole today; null of a void receipt. */
  balance: ShownBalance | null;
  /** The day that the balance is of, YYYY-MM-DD. */
  today: string;
  /** Of the link that opened it: links to the same page carry it on. */
  key: string | null;
  isTest: boolean;
  /** The amount refunded since it was issued. */
  refunded: string | null;
  /** The payment was recorded by mistake. */
  isVoid: boolean;
  /** The name of the receipt that was issued instead. */
  successor: string | null;
}

/** What is paid of an application. Amounts are in dollars as people read them: "$1,200". */
export interface ShownBalance {
  paid: string;
  total: string;
  /** Null where nothing more is due. */
  left: string | null;
  /** What is to be paid next. */
  next: { amount: string; day: string; isDue: boolean } | null;
}

/** LIST of the dashboard's addresses; the server answers 404 at others below `/admin`. */
export const DASHBOARD_PATHS = [
  '/admin',
  '/admin/first',
  '/admin/submissions',
  '/admin/submissions/contact-submissions',
  '/admin/submissions/passport-applications',
  '/admin/submissions/unity-declarations',
  '/admin/submissions/volunteer-submissions',
  '/admin/submissions/partner-submissions',
  '/admin/submissions/users',
  '/admin/fulfilment',
  '/admin/person',
  '/admin/users',
  '/admin/users/reports',
  '/admin/content',
  '/admin/content/advanced',
  '/admin/content/pictures',
  '/admin/content/texts',
  '/admin/contact',
  '/admin/donations',
  '/admin/donations/links',
  '/admin/payments',
  '/admin/payments/application',
  '/admin/payments/claims',
  '/admin/payments/network',
  '/admin/payments/reconciliation',
  '/admin/payments/statements',
  '/admin/declarations',
  '/admin/declarations/countries',
  '/admin/declarations/paper',
  '/admin/declarations/unusual-days',
  '/admin/email',
  '/admin/email/bulk',
  '/admin/email/individual',
  '/admin/email/not-mailed',
  '/admin/email/templates',
  '/admin/social',
  '/admin/settings',
  '/admin/settings/api-keys',
  '/admin/settings/log',
  '/admin/settings/pauses',
  '/admin/settings/retention',
  '/admin/settings/roles',
  '/admin/settings/setup',
  '/admin/settings/webhooks',
] as const;

/** LIST of the pages that links of mails about an account lead to; 404 at others below `/account`. */
export const ACCOUNT_PATHS = [
  '/account/verify',
  '/account/reset',
  '/account/email',
  '/account/mail-off',
  '/account/not-me',
  '/account/invitation',
  '/account/unsubscribe',
] as const;

/** Documents in which someone can pay; no other may speak to PayPal or to a chain (security.md §1.9). */
export const PAYING_PATHS: readonly string[] = ['/', '/apply', '/application'];

/** Payments in this document. */
export interface PayPlace {
  /** It is none of those in which someone can pay by card or crypto. */
  isClosed: boolean;
  paypalSdkUrl?: string | undefined;
}

/**
 * Names the style elements that PayPal's script makes. A page that is the same for everyone has no
 * secret, so this opens styles to anyone who knows it, and scripts to no one: script-src does not list it.
 */
export const PAYPAL_STYLES = 'paypal-styles';

/** Wallets on another device are met here, where no other relay is configured. */
export const WALLET_RELAY = 'wss://relay.walletconnect.org';

/** The data that the browser needs to hydrate a page: all that its hydrated parts show. */
export interface LivePageData {
  /** That count. */
  signatures: number;
  /** A signature counts once its signer has confirmed it. */
  confirmsSignatures?: boolean | undefined;
  plans: PublicPlans;
  /** The ways to pay that are open. */
  waysToPay: readonly WayToPay[];
  /** Paused forms and payments; absent when none is paused. */
  paused?: Paused | undefined;
  /** Published texts of the page's language that replace the built-in ones. */
  content: Overrides;
  /** The canonical address, without a slash at the end. */
  publicUrl: string;
  /** The sandbox is in use: every page says that no real money moves. */
  sandbox: boolean;
  /** Address of the card buttons' script where it is not PayPal's own. */
  paypalSdkUrl?: string | undefined;
}

type Usual = 'plans' | 'content' | 'sandbox';

/** The same as it is in the document: what is as on most sites is left out (entry.client.tsx). */
export type SentPageData = Omit<LivePageData, Usual> & Partial<Pick<LivePageData, Usual>>;

/** The data of the public pages, from the database and the settings. */
export interface PageData extends LivePageData {
  /** Signatures by the country's English name; those without any are absent. */
  byCountry: Readonly<Record<string, number>>;
  /** Of the copyright line. */
  year: number;
  /** An address to pay to in crypto is configured. */
  /** Where visitors can give money, newest first. */
  donationLinks?: readonly { name: string; url: string }[];
}

/** One rendered page, before it is wrapped into a document. */
export interface RenderedPage {
  /**
   * `public` pages are taken over by React on the first touch; `static` ones have no script of ours.
   * `app` documents start their script at once.
   */
  kind: 'public' | 'static' | 'app';
  status: number;
  language: Language;
  /** It only says something: React is fetched for who is logged in alone, for the menu of the account. */
  isStill?: boolean;
  /** The start page: it needs the fewest styles. */
  hasStartStylesOnly?: boolean;
  /** The page is made to be printed: it carries styles for that. */
  isForPrint?: boolean;
  /** The page is empty without its script, so it is hydrated at once. */
  isEager?: boolean;
  /** Sources of the modules that hydrating this page takes beyond those of the start page. */
  ownCode?: readonly string[];
  title: string;
  description: string;
  /** Name of the site, for cards that show the page. */
  siteName: string;
  /** The picture of cards that show the page; absent: the built-in one. */
  card?: Picture | undefined;
  /** The page's own path. Absent: not for search engines. */
  canonicalPath?: string;
  markup: string;
  /** A short script of the page's own, if it has one. */
  script?: string;
  /** The data that the browser needs to hydrate the page. */
  state: unknown;
}

/** Draws the map of signatures by the countries' English names, as an SVG file. */
export type DrawMap = (byCountry: PageData['byCountry']) => string;

export type RenderPage = (request: PageRequest, data: PageData) => Promise<RenderedPage>;
