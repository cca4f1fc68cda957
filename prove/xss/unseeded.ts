import { routes } from '../../src/server/routes.ts';
import { takesText } from './bodies.ts';
import type { Seeder } from './seeder.ts';

/**
 * LIST of calls whose texts are not seeded, each with why none can be seen afterwards. Whatever takes a text is seeded
 * (people.ts, office.ts, money.ts, mail.ts) or is here.
 */
const NOTHING_STORED: Readonly<Record<string, string>> = {
  logIn: 'what is typed is compared with what is stored',
  reauthenticate: 'what is typed is compared with what is stored',
  checkFirstAdminLink: 'the key of a link is looked up',
  confirmSignature: 'the key of a link is looked up',
  withdrawSignature: 'the key of a link is looked up',
  createFirstAdmin:
    'closed for ever where there is an administrator; createAdmin fills the same row',
  requestEmailChange: 'the password is compared, and the address is one',
  changePassword: 'of a password nothing but its hash is stored',
  changeAdminPassword: 'of a password nothing but its hash is stored',
  deleteAccount: 'what is typed is compared with what is stored',
  confirmTotp: 'what is typed is compared with what is stored',
  verifyEmail: 'the key of a link is looked up',
  finishReset: 'the key of a link is looked up',
  inviteAdministrator:
    'writes into a mail alone; createAdmin fills the row that acceptInvitation fills',
  acceptInvitation: 'the key of a link is looked up; createAdmin fills the same row',
  disownChange: 'the key of a link is looked up',
  confirmEmailChange: 'the key of a link is looked up',
  openApplication: 'the key of a link is looked up',
  logInWithPasskey: 'signed bytes are checked',
  reauthenticateWithPasskey: 'signed bytes are checked',
  signSender: 'signed bytes are checked',
  receiveCardWebhook: 'refused without PayPal’s signature over its bytes',
  askForLink: 'what is typed is looked up',
  changeWebhookEndpoint: 'fills the row that createWebhookEndpoint fills',
  addPicture:
    'of a file that is no picture nothing is stored, and of one its points; what it shows is seeded with the text that names it',
  searchPeople: 'what is typed is looked up',
  verifyCrypto: 'what is typed is looked up on the chain',
  setNotificationEmail: 'an address, beside the current one, which is compared',
  setRetention: 'periods are whole numbers',
  applyStatement: 'names the state of a file, which is compared',
  correctApplication: 'writes the fields that saveDraft and submitPayment fill, into the same row',
  endWaitingCard: 'writes the reason that rejectPayment writes, into the same event',
  answerDispute: 'the note stays beside a dispute, which needs PayPal',
  refundThroughPaypal: 'writes the reason that recordRefund writes, into the same row',
  declineAction:
    'needs a second administrator; the reason stays beside what was asked, and no panel shows it',
  dismissDifference: 'needs money that moved by itself; the reason is in the activity log alone',
  reopenDismissed: 'names what was dismissed',
  closeMonth: 'names a month',
  setApprovalSum: 'an amount',
  applyRules: 'names lines',
  undoLines: 'names lines',
  decideLines: 'the reference is looked up, and the reason is in the activity log alone',
  assignOnChainTransfer: 'the reference is looked up, and the amount is one',
  dismissOnChainTransfer: 'writes a reason beside the transfer, which no panel shows',
};

/** The faults of the seeds, each with its remedy. */
export function findUnseeded(seeder: Seeder): string[] {
  const bodies = routes.map(({ endpoint }) => endpoint).filter(({ body }) => body !== undefined);
  const names = new Set(bodies.map(({ name }) => name));
  const isSeeded = (name: string) => (seeder.fields.get(name) ?? 0) > 0;
  return [
    ...bodies
      .filter(({ name }) => !isSeeded(name) && !Object.hasOwn(NOTHING_STORED, name))
      .flatMap(({ name, method, path }) => {
        const takes = takesText(name, seeder.texts);
        if (takes === 'no') return [];
        const why = seeder.refusals.get(name) ?? 'it was never sent one';
        return takes === 'yes'
          ? `${name} (${method} ${path}) takes texts and holds none: ${why}. Seed it in prove/xss, or say in unseeded.ts why it stores nothing.`
          : `${name} (${method} ${path}) may take texts: no sample fits its contract. Add the words it needs to prove/fuzz/sample.ts.`;
      }),
    ...Object.keys(NOTHING_STORED)
      .filter((name) => !names.has(name) || isSeeded(name))
      .map((name) => `${name} is in unseeded.ts and is ${names.has(name) ? 'seeded' : 'gone'}.`),
  ];
}
