import { type Answer, addressOf, applicant, type Call, cookieFrom } from '../visit.part.ts';

/**
 * What the writers do, each kind with a letter. A deed's marker is its letter and a number; it stands in
 * the row that it writes and in its key (`prove-<marker>`), so that rows and keys can be held together.
 */
export const KINDS = {
  sign: 's',
  contact: 'c',
  volunteer: 'v',
  /** Of an organization. */
  partner: 'o',
  register: 'u',
  draft: 'd',
  /** A claim of a browser that has no application yet. */
  claim: 'p',
  /** A claim for the draft that this browser has kept before. */
  claimDraft: 'q',
  /** Of a member: the marker is the member's with `-l…`. */
  logIn: '-l',
  logOut: '-o',
} as const;
export type Kind = keyof typeof KINDS;

/** The endpoint of each kind, as it stands in the scope of an idempotency row. */
export const ENDPOINTS: Readonly<Record<Kind, string>> = {
  sign: 'signDeclaration',
  contact: 'sendContactRequest',
  volunteer: 'applyToVolunteer',
  partner: 'proposePartnership',
  register: 'registerMember',
  draft: 'saveDraft',
  claim: 'submitPayment',
  claimDraft: 'submitPayment',
  logIn: 'logIn',
  logOut: 'logOut',
};

/** Public and member POSTs that the writers leave to others, and who has them. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  createFirstAdmin: 'happens once in the life of a site',
  reauthenticate: 'writes one time into a session that the log-ins cover',
  createCardOrder: 'kill-pay',
  captureCardOrder: 'kill-pay',
  requestQuote: 'kill-pay',
  verifyCrypto: 'kill-pay',
  takeCardNotice: 'kill-pay, where PayPal sends its notices; webhooks in all orders',
  sendTransferDetails: 'opens an attempt and its mail in one transaction, as a claim does',
  openApplication: 'binds a browser by a link that stays good: opened again it binds again',
  askForLink: 'writes one job; whoever gets no mail asks again',
  sendMyLink: 'writes one job; whoever gets no mail asks again',
  stopMyPlan: 'one transaction of the ledger, whose steps the state machine proves',
};

export interface Deed {
  kind: Kind;
  marker: string;
  call: Call;
  /** What the first answer was; a repeat must be the same. */
  answer?: Answer;
  /** How often it was sent. */
  tries: number;
}

const password = 'long enough to be taken 77';
export const mailOf = (marker: string) => `${marker}@prove.example`;

/** One person at a time: what they do next, in the order in which the kinds depend on each other. */
export class Deeds {
  static #count = 0;
  readonly #members: { marker: string; cookie: string }[] = [];
  readonly #sessions: { marker: string; cookie: string }[] = [];
  readonly #drafts: { marker: string; cookie: string }[] = [];
  #turn: number;

  constructor(turn: number) {
    this.#turn = turn;
  }

  next(): Deed {
    const order: Kind[] = [
      'sign',
      'contact',
      'volunteer',
      'draft',
      'register',
      'claim',
      'sign',
      'logIn',
      'claimDraft',
      'partner',
      'contact',
      'logOut',
    ];
    const kind = order[this.#turn++ % order.length] as Kind;
    const n = Deeds.#count++;
    const own = `${KINDS[kind]}${n}`;
    switch (kind) {
      case 'sign': {
        const body = {
          fullName: 'Awa Diop',
          email: mailOf(own),
          country: 'Senegal',
          agreeToDeclaration: true,
        };
        return deed(kind, own, n, { path: '/api/unity-declaration', body });
      }
      case 'contact': {
        const body = {
          firstName: 'Awa',
          lastName: 'Diop',
          email: mailOf(own),
          country: 'Senegal',
          message: 'Please tell me more.',
        };
        return deed(kind, own, n, { path: '/api/contact', body });
      }
      case 'volunteer': {
        const body = {
          firstName: 'Awa',
          lastName: 'Diop',
          email: mailOf(own),
          country: 'Senegal',
          skills: 'Translation',
          availability: 'Project-based',
          motivation: 'One cloth.',
        };
        return deed(kind, own, n, { path: '/api/volunteer', body });
      }
      case 'partner': {
        const body = {
          organizationName: 'Teranga',
          organizationType: 'Other',
          country: 'Senegal',
          contactFirstName: 'Awa',
          contactLastName: 'Diop',
          contactEmail: mailOf(own),
          partnershipType: 'Other',
          proposedContribution: 'Rooms',
          message: 'Please tell me more.',
        };
        return deed(kind, own, n, { path: '/api/partner', body });
      }
      case 'register': {
        const body = { email: mailOf(own), firstName: 'Awa', lastName: 'Diop', password };
        return deed(kind, own, n, { path: '/api/auth/register', body });
      }
      case 'draft': {
        const body = { applicationData: applicant(mailOf(own)), plan: 'onetime' };
        return deed(kind, own, n, { path: '/api/applications', body });
      }
      case 'claim':
        return deed(kind, own, n, { path: '/payment/submit', body: claimOf(own, own, n) });
      case 'claimDraft': {
        const draft = this.#drafts.shift();
        if (!draft) return this.next();
        const body = claimOf(own, draft.marker, n);
        return deed(kind, own, n, { path: '/payment/submit', body, cookie: draft.cookie });
      }
      case 'logIn': {
        const member = this.#members.at(-1);
        if (!member) return this.next();
        const body = { email: mailOf(member.marker), password };
        return deed(kind, `${member.marker}${KINDS.logIn}${n}`, n, {
          path: '/api/auth/login',
          body,
        });
      }
      case 'logOut': {
        const session = this.#sessions.shift();
        if (!session) return this.next();
        return deed(kind, `${session.marker}${KINDS.logOut}${n}`, n, {
          path: '/api/auth/logout',
          cookie: session.cookie,
        });
      }
    }
  }

  /** Remembers what a deed that was answered makes possible. */
  learn({ kind, marker, answer }: Deed): void {
    if (!answer) return;
    const known = { marker, cookie: cookieFrom(answer) };
    if (kind === 'draft') this.#drafts.push(known);
    if (kind === 'register') this.#members.push(known);
    if (kind === 'logIn') this.#sessions.push({ ...known, marker: marker.split('-')[0] as string });
  }
}

const deed = (kind: Kind, marker: string, n: number, call: Call): Deed => ({
  kind,
  marker,
  call: { ...call, key: `prove-${marker}`, from: addressOf(n) },
  tries: 0,
});

function claimOf(number: string, person: string, n: number) {
  const isZelle = n % 2 === 0;
  return {
    paymentMethod: isZelle ? 'zelle' : 'bank',
    paymentData: { plan: 'onetime', [isZelle ? 'confirmationNumber' : 'referenceNumber']: number },
    applicationData: applicant(mailOf(person)),
  };
}
