import type { AppContext } from '../../server/context.ts';
import type { MailOptions } from '../../shared/mail.ts';

/** What every mail of this site says of itself, in the language of its reader. */
export async function mailOptionsIn(
  context: Pick<AppContext, 'db' | 'publicUrl' | 'settings' | 'findCampaign'>,
  locale: string,
): Promise<MailOptions> {
  const { db, publicUrl, settings, findCampaign } = context;
  return {
    publicUrl,
    locale,
    sandbox: settings.sandbox,
    campaign: await findCampaign(db, locale),
  };
}
