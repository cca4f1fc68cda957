import { applicationLink } from '../../src/features/application/link.service.ts';
import { readFragment } from '../../src/features/application/link.rules.ts';
import { secretsFrom } from '../../src/server/secrets.ts';
import { APP_SECRET } from '../../testing/app.ts';
import { type Answer, addressOf, applicant, type Call, cookieFrom } from '../../testing/visit.ts';

/**
 * The kinds of actions of the writers, each with a letter. An action's marker is its letter and a number; it is in
 * the row that it writes and in its key (`prove-<marker>`), so that rows and keys can be compared.
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
  /** Stops a plan that was prepared: the marker is that of its application. */
  stop: 'r',
  /** Of a draft: the marker is the draft's with `-t…`. */
  details: '-t',
  link: '-k',
  askLink: '-a',
  open: '-b',
  /** Of a member, in the same way. */
  logIn: '-l',
  logOut: '-o',
  /** Of one member to another: the marker is the subject. */
  write: 'w',
  /** By who was written to: the number is that of the message. */
  read: 'e',
  report: 'h',
} as const;
export type Kind = keyof typeof KINDS;

/** The endpoint of each kind, as it is in the scope of an idempotency row. */
export const ENDPOINTS: Readonly<Record<Kind, string>> = {
  sign: 'signDeclaration',
  contact: 'sendContactRequest',
  volunteer: 'applyToVolunteer',
  partner: 'proposePartnership',
  register: 'registerMember',
  draft: 'saveDraft',
  claim: 'submitPayment',
  claimDraft: 'submitPayment',
  stop: 'stopMyPlan',
  details: 'sendTransferDetails',
  link: 'sendMyLink',
  askLink: 'askForLink',
  open: 'openApplication',
  logIn: 'logIn',
  logOut: 'logOut',
  write: 'sendMessage',
  read: 'readMessage',
  report: 'reportMessage',
};

/** Public and member POSTs that the writers leave to others: the file that sends them, and proves what must hold. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  // Writes nothing.
  checkFirstAdminLink: 'src/features/members/administrators/first-administrator.test.ts',
  // Happens once in the life of a site.
  createFirstAdmin: 'src/features/members/administrators/first-administrator.test.ts',
  // Moves one time in a session that is there already; asked again, it moves it again.
  reauthenticate: 'src/features/members/sessions/session.test.ts',
  // One row that a second claim, or a second opening, leaves as it is: sent again, nothing is doubled.
  claimRecord: 'src/features/member-records/records.test.ts',
  openClaimed: 'src/features/member-records/records.test.ts',
  releaseRecord: 'src/features/member-records/records.test.ts',
  // One state that a second time leaves as it is: a confirmed signature, a withdrawn one, the price of a plan.
  confirmSignature: 'src/features/declaration/signature-link.test.ts',
  withdrawSignature: 'src/features/declaration/signature-link.test.ts',
  payOffMyPlan: 'src/features/application-status/pay-off.test.ts',
  payMyPlanMonthly: 'src/features/application-status/pay-off.test.ts',
  // Whose wallet pays a quote; said again, nothing more is written.
  signSender: 'src/features/payments/rails/crypto/settlement/top-up.test.ts',
  // Marks existing messages as read, or ends the mails; a repeat changes nothing.
  readConversation: 'src/features/messages/conversation/conversation.test.ts',
  stopMessageMail: 'src/features/messages/notifications/digest.test.ts',
  unsubscribe: 'src/features/campaigns/campaign.test.ts',
  resubscribe: 'src/features/campaigns/campaign.test.ts',
  // Links that work once, and codes: used up in the transaction of what they open.
  sendVerification: 'src/features/members/registration/verification.test.ts',
  verifyEmail: 'src/features/members/registration/verification.test.ts',
  disownChange: 'src/features/members/account/lock-down.test.ts',
  requestReset: 'src/features/members/password/password-reset.test.ts',
  finishReset: 'src/features/members/password/password-reset.test.ts',
  acceptInvitation: 'src/features/members/settings/invitation.test.ts',
  requestEmailChange: 'src/features/members/account/email-change.test.ts',
  confirmEmailChange: 'src/features/members/account/email-change.test.ts',
  startTotp: 'src/features/members/second-factor/second-factor.test.ts',
  confirmTotp: 'src/features/members/second-factor/second-factor.test.ts',
  renewRecoveryCodes: 'src/features/members/second-factor/second-factor.test.ts',
  requestPasskeyOptions: 'src/features/members/second-factor/passkey.test.ts',
  addPasskey: 'src/features/members/second-factor/passkey.test.ts',
  requestPasskeyLogin: 'src/features/members/second-factor/passkey.test.ts',
  logInWithPasskey: 'src/features/members/second-factor/passkey.test.ts',
  requestPasskeyReauthentication: 'src/features/members/second-factor/passkey.test.ts',
  reauthenticateWithPasskey: 'src/features/members/second-factor/passkey.test.ts',
  // Ends what is there; sent again, it finds nothing more to end.
  endOtherSessions: 'src/features/members/sessions/own-sessions.test.ts',
  deleteAccount: 'src/features/members/deletion/deletion.test.ts',
  // Under kill -9, with the money: by the payers of kill-pay.
  createCardOrder: 'prove/payer.part.ts',
  captureCardOrder: 'prove/payer.part.ts',
  requestQuote: 'prove/payer.part.ts',
  verifyCrypto: 'prove/payer.part.ts',
  // PayPal sends its notices until they are answered, under the kills of kill-pay too.
  receiveCardWebhook: 'prove/webhooks/lives.ts',
};

export interface Operation {
  kind: Kind;
  marker: string;
  call: Call;
  /** The first answer; a repeat must be the same. */
  answer?: Answer;
  /** How often it was sent. */
  tries: number;
}

const password = 'long enough to be taken 77';
export const mailOf = (marker: string) => `${marker}@prove.example`;

/** A member in the browser in which they joined. */
interface Joined {
  marker: string;
  cookie: string;
  id: string;
}

/** A message as its reader finds it. */
interface Received {
  number: string;
  id: string;
  cookie: string;
}

/** The state that all writers on one site share: members and their inboxes. */
export class Post {
  readonly members: Joined[] = [];
  readonly unread: Received[] = [];
  readonly unreported: Received[] = [];
}

/** An application of a browser, as its answer tells it. */
export interface Applied {
  marker: string;
  cookie: string;
  id: string;
  reference: string;
}

/** One person at a time: what they do next, in the order in which the kinds depend on each other. */
export class Operations {
  static #count = 0;
  readonly #members: Joined[] = [];
  readonly #sessions: { marker: string; cookie: string }[] = [];
  readonly #drafts: Applied[] = [];
  /** To whom each message was written. */
  readonly #written = new Map<string, Joined>();
  /** Plans that can be stopped, for everyone together. */
  readonly #plans: Applied[];
  /** Everyone's letters to each other. */
  readonly #post: Post;
  #turn: number;

  constructor(turn: number, plans: Applied[], post: Post) {
    this.#turn = turn;
    this.#plans = plans;
    this.#post = post;
  }

  next(): Operation {
    // An action that needs another comes right after it: some lives see a handful of actions.
    const order: Kind[] = [
      'draft',
      'details',
      'link',
      'askLink',
      'open',
      'claimDraft',
      'register',
      'write',
      'report',
      'read',
      'logIn',
      'logOut',
      'stop',
      'sign',
      'report',
      'contact',
      'write',
      'read',
      'claim',
      'volunteer',
      'report',
      'partner',
      'sign',
      'contact',
    ];
    const kind = order[this.#turn++ % order.length] as Kind;
    const n = Operations.#count++;
    const own = `${KINDS[kind]}${n}`;
    switch (kind) {
      case 'sign': {
        const body = {
          fullName: 'Awa Diop',
          email: mailOf(own),
          country: 'Senegal',
          agreeToDeclaration: true,
        };
        return operation(kind, own, n, { path: '/api/unity-declaration', body });
      }
      case 'contact': {
        const body = {
          firstName: 'Awa',
          lastName: 'Diop',
          email: mailOf(own),
          country: 'Senegal',
          message: 'Please tell me more.',
        };
        return operation(kind, own, n, { path: '/api/contact', body });
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
        return operation(kind, own, n, { path: '/api/volunteer', body });
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
          proposedContribution: 'Beds',
          message: 'Please tell me more.',
        };
        return operation(kind, own, n, { path: '/api/partner', body });
      }
      case 'register': {
        const body = { email: mailOf(own), firstName: 'Awa', lastName: 'Diop', password };
        return operation(kind, own, n, { path: '/api/auth/register', body });
      }
      case 'draft': {
        const body = { applicationData: applicant(mailOf(own)), plan: 'onetime' };
        return operation(kind, own, n, { path: '/api/applications', body });
      }
      case 'claim':
        return operation(kind, own, n, { path: '/payment/submit', body: claimOf(own, own) });
      case 'claimDraft': {
        const draft = this.#drafts.shift();
        if (!draft) return this.next();
        const body = claimOf(own, draft.marker);
        return operation(kind, own, n, { path: '/payment/submit', body, cookie: draft.cookie });
      }
      case 'stop': {
        const plan = this.#plans.shift();
        if (!plan) return this.next();
        const path = `/api/applications/${plan.id}/stop-plan`;
        return operation(kind, plan.marker, n, { path, cookie: plan.cookie });
      }
      case 'details':
      case 'link':
      case 'askLink':
      case 'open': {
        const draft = this.#drafts.at(-1);
        if (!draft) return this.next();
        return operation(kind, `${draft.marker}${KINDS[kind]}${n}`, n, OF_DRAFT[kind](draft));
      }
      case 'logIn': {
        const member = this.#members.at(-1);
        if (!member) return this.next();
        const body = { email: mailOf(member.marker), password };
        return operation(kind, `${member.marker}${KINDS.logIn}${n}`, n, {
          path: '/api/auth/login',
          body,
        });
      }
      case 'logOut': {
        const session = this.#sessions.shift();
        if (!session) return this.next();
        return operation(kind, `${session.marker}${KINDS.logOut}${n}`, n, {
          path: '/api/auth/logout',
          cookie: session.cookie,
        });
      }
      case 'write': {
        const sender = this.#members.at(-1);
        const reader = this.#post.members.findLast(({ id }) => id !== sender?.id);
        if (!sender || !reader) return this.next();
        const body = { recipientId: reader.id, subject: own, content: 'How are you?' };
        const { cookie } = sender;
        this.#written.set(own, reader);
        return operation(kind, own, n, { path: '/api/messages', body, cookie });
      }
      case 'read': {
        const message = this.#post.unread.shift();
        if (!message) return this.next();
        const { id, number, cookie } = message;
        return operation(kind, `${KINDS.read}${number}`, n, {
          path: `/api/messages/${id}/read`,
          cookie,
        });
      }
      case 'report': {
        const message = this.#post.unreported.shift();
        if (!message) return this.next();
        const { id, number, cookie } = message;
        return operation(kind, `${KINDS.report}${number}`, n, {
          path: `/api/messages/${id}/report`,
          body: { reason: 'spam' },
          cookie,
        });
      }
    }
  }

  /** Remembers what an action that was answered makes possible. */
  learn({ kind, marker, answer }: Operation): void {
    if (!answer) return;
    const known = { marker, cookie: cookieFrom(answer) };
    if (kind === 'draft') this.#drafts.push({ ...known, ...JSON.parse(answer.text) });
    if (kind === 'register') {
      const { user } = JSON.parse(answer.text) as { user: { id: string } };
      this.#members.push({ ...known, id: user.id });
      this.#post.members.push({ ...known, id: user.id });
    }
    const reader = this.#written.get(marker);
    if (kind === 'write' && reader) {
      const { id } = JSON.parse(answer.text) as { id: string };
      const message = { id, number: marker.slice(1), cookie: reader.cookie };
      this.#post.unread.push(message);
      this.#post.unreported.push(message);
    }
    if (kind === 'logIn') this.#sessions.push({ ...known, marker: marker.split('-')[0] as string });
  }
}

const operation = (kind: Kind, marker: string, n: number, call: Call): Operation => ({
  kind,
  marker,
  call: { ...call, key: `prove-${marker}`, from: addressOf(n) },
  tries: 0,
});

/** The calls on a draft of this browser. */
const OF_DRAFT: Readonly<
  Record<'details' | 'link' | 'askLink' | 'open', (draft: Applied) => Call>
> = {
  details: ({ id, marker, cookie }) => ({
    path: '/api/payments/transfer-details',
    body: { applicationId: id, paymentMethod: railOf(marker), plan: 'onetime' },
    cookie,
  }),
  link: ({ id, cookie }) => ({ path: `/api/applications/${id}/link`, cookie }),
  askLink: ({ reference, marker }) => ({
    path: '/api/applications/link',
    body: { reference, email: mailOf(marker) },
  }),
  // In another browser, with the key that a mail would bring.
  open: (draft) => ({ path: '/api/applications/open', body: { key: keyOf(draft) } }),
};

function keyOf({ id, marker }: Applied): string {
  const context = {
    secrets: secretsFrom(APP_SECRET),
    publicUrl: 'http://localhost',
    clock: { now: () => new Date() },
  };
  const link = applicationLink(context, { id, email: mailOf(marker), locale: 'en' });
  const key = readFragment(new URL(link).hash)?.key;
  if (!key) throw new Error(`No key in ${link}`);
  return key;
}

/** One person pays on one rail: on another, the transfer that they wait for would be cancelled. */
const railOf = (person: string) => (Number(person.slice(1)) % 2 ? 'bank' : 'zelle');

/** A claim of this number for the application of a person. */
export function claimOf(number: string, person: string, plan = 'onetime') {
  const rail = railOf(person);
  const field = rail === 'zelle' ? 'confirmationNumber' : 'referenceNumber';
  return {
    paymentMethod: rail,
    paymentData: { plan, [field]: number },
    applicationData: applicant(mailOf(person)),
  };
}
