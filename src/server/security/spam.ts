import { Fault } from '../../shared/fault.ts';
import { HONEYPOT } from '../../shared/form.ts';
import { seconds } from '../../shared/time.ts';
import { words } from '../../shared/words.ts';
import type { AppContext } from '../context.ts';
import { isSameSecret, type Secrets } from '../secrets.ts';
import type { LimitName } from './rate-limits.ts';
import { createProofOfWork, redeemProofOfWork } from './proof-of-work.ts';

/** No one reads and fills in a form faster than this. */
const shortestFillMs = seconds(2);
/** A plain form whose page set no cookie weighs as much as this many. */
const POINTS_WITHOUT_COOKIE = 3;

/** A request with its limit. */
export interface Visit {
  ip: string;
  /** Name of the endpoint: a proof of work solved for one opens no other. */
  form: string;
  limit: LimitName;
}

/**
 * Calls sent by our scripts: within the limit of an address they are taken as they come, each further
 * one must bring a solved proof of work. An address is never shut out.
 */
export async function requireProofOfWork(
  context: AppContext,
  visit: Visit,
  proof: unknown,
): Promise<void> {
  const { within } = await context.limits.use(visit.limit, visit.ip);
  if (within) return;
  const [secret = '', ...earlier] = context.secrets.digests('proof-of-work', 'riddle');
  if (typeof proof === 'string')
    for (const one of [secret, ...earlier])
      if (await redeemProofOfWork(context.db, one, visit.form, proof, new Date())) return;
  // Without one it is asked for, as each of our scripts is.
  if (proof !== undefined) context.noteRefusal('proof-of-work');
  throw new Fault(429, words('Please try again in a moment.'), {
    detail: { challenge: await createProofOfWork(secret, visit.form, new Date()) },
    headers: { 'Retry-After': '1' },
  });
}

/**
 * Plain HTML posts carry no proof: a trap field and the time since the page was opened (`requireUnhurried`) replace it,
 * and beyond the limit they have to wait. Called once all fields are right: a form with wrong ones takes nothing from
 * the limit of a network that many people share, and hears what is wrong with them.
 */
export async function requireHumanInPlainForm(
  context: AppContext,
  visit: Visit,
  posted: URLSearchParams,
  openedCookie: string | undefined,
): Promise<void> {
  const openedAt = openedAtOf(context, openedCookie);
  const points = openedAt === undefined ? POINTS_WITHOUT_COOKIE : 1;
  // Counted before the trap is looked at, so that what it catches is counted too.
  const { within, retryAfterSeconds } = await context.limits.use(visit.limit, visit.ip, points);
  if (!within) {
    throw new Fault(
      429,
      words(
        'Many forms have just come from your network. Please wait a few minutes, or turn on JavaScript and send the form again.',
      ),
      { headers: { 'Retry-After': String(retryAfterSeconds) } },
    );
  }
  if (!posted.get(HONEYPOT)) return;
  context.noteRefusal('trap-field');
  throw new Fault(400, words('Please empty the field “Leave this empty” and send the form again.'));
}

/** A form that was sent faster than anyone fills one in has to be sent again. */
export function requireUnhurried(context: AppContext, openedCookie: string | undefined): void {
  const openedAt = openedAtOf(context, openedCookie);
  if (openedAt === undefined || Date.now() - openedAt >= shortestFillMs) return;
  context.noteRefusal('shortest-time');
  throw new Fault(
    429,
    words('That was very fast. Please wait two seconds and send the form again.'),
    { headers: { 'Retry-After': '2' } },
  );
}

/** Characters of base64url: 96 bits. Every document carries them, and they guard no more than two seconds. */
const SEAL_LENGTH = 16;

/** Of the cookie that says when a page of ours was last opened: the milliseconds of the epoch, sealed. */
export function openedValue(secrets: Secrets, openedAtMs: number): string {
  const at = openedAtMs.toString(36);
  return `${at}.${secrets.digest('opened', at).slice(0, SEAL_LENGTH)}`;
}

/** When a page of ours was last opened in the browser that sent this cookie, in milliseconds of the epoch. */
export function openedAtOf(
  { secrets }: Pick<AppContext, 'secrets'>,
  openedCookie = '',
): number | undefined {
  const [at = '', seal = ''] = openedCookie.split('.');
  const seals = secrets.digests('opened', at).map((digest) => digest.slice(0, SEAL_LENGTH));
  return seals.some((one) => isSameSecret(seal, one)) ? Number.parseInt(at, 36) : undefined;
}
