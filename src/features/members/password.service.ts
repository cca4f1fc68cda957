import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hash, hashRaw, verify } from '@node-rs/argon2';
import type { RequestContext } from '../../server/context.ts';
import type { Settings } from '../../server/settings.ts';
import { Fault } from '../../shared/fault.ts';
import { isMadeOf, isRepeatedOrCounted, simpleFormsOf } from './password.rules.ts';
import { translate, type Values, words } from '../../shared/words.ts';

/** Argon2id (the library's default) at OWASP's first choice: 19 MiB, two passes; 10–13 ms (security.md §1.7). */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 };

/** Hashes at once, for two cores, and how many can wait: beyond that the answer is 429. */
const atOnce = 2;
const mostWaiting = 32;

let running = 0;
const waiting: (() => void)[] = [];

/** Runs `work` when a core is free; throws 429 when too many wait already. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < atOnce) running++;
  else if (waiting.length < mostWaiting)
    await new Promise<void>((resolve) => waiting.push(resolve));
  else {
    throw new Fault(
      429,
      words('Many people are logging in right now. Please try again in a moment.'),
      {
        headers: { 'Retry-After': '1' },
      },
    );
  }
  try {
    return await work();
  } finally {
    // The slot goes straight to the next in the queue, in order.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

/** One spelling of accents, whichever keyboard typed them (NIST SP 800-63B §3.1.1.2). */
const spelled = (password: string) => password.normalize('NFKC');

/** The hash in PHC notation. Throws 429 when too many hashes wait. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(spelled(password), cost));
}

/** The bare hash under a salt of its caller, for a set of secrets that share one. Throws 429 as above. */
export function hashWithSalt(secret: string, salt: Buffer): Promise<Buffer> {
  return inTurn(() => hashRaw(secret, { ...cost, salt }));
}

/** The hash to compare with when the address has no account. */
const dummyHash = hash(randomBytes(32), cost);

/**
 * Whether the password belongs to the hash. Without a hash it takes as long and answers no, so that
 * time does not tell which addresses have accounts. Throws 429 when too many hashes wait.
 */
export async function verifyPassword(
  password: string,
  known: string | undefined,
): Promise<boolean> {
  const compared = known ?? (await dummyHash);
  const isRight = await inTurn(() => verify(compared, spelled(password)));
  return isRight && known !== undefined;
}

const commonPasswords = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((text) => text !== '' && !text.startsWith('# ')),
);

/** Whose password it is to be. */
interface PasswordHolder {
  email: string;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  isAdmin?: boolean | undefined;
}

/** What speaks against a new password, as a sentence that `say` fills; `undefined` when nothing does. */
export function weaknessOf(
  password: string,
  { email, firstName, lastName, isAdmin }: PasswordHolder,
  settings: Pick<Settings, 'passwordMinLength' | 'adminPasswordMinLength'>,
  say: (sentence: string, values: Values) => string = translate,
): string | undefined {
  const shortest = isAdmin ? settings.adminPasswordMinLength : settings.passwordMinLength;
  if (password.length < shortest) {
    return say(words('Password must be at least {count} characters'), { count: shortest });
  }
  const lower = spelled(password).toLowerCase();
  if (simpleFormsOf(lower).some((form) => commonPasswords.has(form))) {
    return words('This password is one of the most common ones. Please choose another.');
  }
  if (isRepeatedOrCounted(lower)) {
    return words('This password repeats itself or counts up. Please choose another.');
  }
  if (lower === email || lower === email.split('@')[0]) {
    return words('The password must differ from the email address.');
  }
  if (isMadeOf(lower, [email, firstName ?? '', lastName ?? ''])) {
    return words('This password is made of a name or an address. Please choose another.');
  }
  return undefined;
}

/** Throws 400 beside `field` when a new password is too weak. */
export function requireGoodPassword(
  password: string,
  holder: PasswordHolder,
  {
    settings,
    translate: say,
    language,
  }: Pick<RequestContext<never>, 'settings' | 'translate' | 'language'>,
  field = 'password',
): void {
  const weakness = weaknessOf(password, holder, settings, (sentence, values) =>
    say(sentence, language, values),
  );
  if (weakness) throw new Fault(400, weakness, { fields: { [field]: weakness } });
}
