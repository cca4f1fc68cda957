import type { AppContext } from '../../server/context.ts';
import type { Database } from '../../server/database/database.ts';
import { inLanguage } from '../../shared/language.ts';
import { APPLICATION_PATH, fragmentOf, linkLivesMs } from './link.rules.ts';
import { type Application, findApplication } from './application.store.ts';

const PURPOSE = 'application-link';

type Keyed = Pick<Application, 'id' | 'email'>;

/** Part of the key, so that a link sent to a mistyped address stops working once that was corrected. The current secret's first. */
const addressMarks = (secrets: AppContext['secrets'], { id, email }: Keyed) =>
  secrets.digests(PURPOSE, `${id} ${email}`).map((digest) => digest.slice(0, 16));

/**
 * The address of an application's own page with a key that opens it for a time; `pay` opens the payment of
 * that instalment there. The key follows the #: see `Fragment`.
 */
export function applicationLink(
  { secrets, publicUrl, clock }: Pick<AppContext, 'secrets' | 'publicUrl' | 'clock'>,
  application: Keyed & Pick<Application, 'locale'>,
  { pay, livesMs = linkLivesMs }: { pay?: number; livesMs?: number } = {},
): string {
  const endsAt = clock.now().getTime() + livesMs;
  const text = [application.id, endsAt, addressMarks(secrets, application)[0]].join(' ');
  const fragment = fragmentOf({ key: secrets.sign(PURPOSE, text), ...(pay ? { pay } : {}) });
  return publicUrl + inLanguage(APPLICATION_PATH + fragment, application.locale);
}

/** The application that a key opens today; undefined for a key that is not ours, too old, or of an old address. */
export async function applicationOfKey(
  db: Database,
  { secrets, clock }: Pick<AppContext, 'secrets' | 'clock'>,
  key: string,
): Promise<Application | undefined> {
  const [id, endsAt, mark = ''] = secrets.verify(PURPOSE, key)?.split(' ') ?? [];
  if (!id || !(Number(endsAt) > clock.now().getTime())) return undefined;
  const application = await findApplication(db, id);
  return application && addressMarks(secrets, application).includes(mark) ? application : undefined;
}
