import type { AppContext } from '../../../server/context.ts';
import type { Database } from '../../../server/database/database.ts';
import type { SealedColumn } from '../../../server/sealed-column.ts';
import type { ConfigType, SmtpConfig } from '../mail.rules.ts';
import { type BulkConnections, openBulkTransport } from './bulk-smtp.gateway.ts';
import { emailConfigs, findActiveConfig, putConfig } from './email-config.store.ts';
import type { MailServer } from './smtp.gateway.ts';

export { type BulkBody, type BulkMessage as BulkLetter, encodeBody } from './bulk-smtp.gateway.ts';
export type { BulkConnections, MailServer };

const sandboxSender = { name: 'One Africa Passport', address: 'sandbox@one-africa.example' };

/**
 * The server that mail leaves through: the active configuration, else the sandbox's, else none.
 * Throws when the saved password was sealed with another APP_SECRET.
 */
export async function findMailServer({
  db,
  secrets,
  sandboxMail,
}: AppContext): Promise<MailServer | undefined> {
  const active = await findActiveConfig(db);
  if (!active) {
    return (
      sandboxMail && { ...sandboxMail, configType: 'sandbox', isSandbox: true, from: sandboxSender }
    );
  }
  const { smtpHost: host, smtpPort: port, smtpUser: user, fromEmail, fromName } = active.configData;
  const isSandbox = host === sandboxMail?.host && port === sandboxMail.port;
  return {
    configType: active.type,
    host,
    port,
    auth: { user, pass: secrets.unseal(...passwordSeal(active.type), active.sealedPassword) },
    from: { name: fromName, address: fromEmail },
    isSandbox,
    ca: isSandbox ? sandboxMail.ca : undefined,
  };
}

/** Opens connections for bulk mail alone. Throws where the server has no address that mail may go to. */
export const openBulkConnections = (
  { settings }: AppContext,
  server: MailServer,
  connections: number,
): Promise<BulkConnections> =>
  openBulkTransport(server, { connections, allowPrivate: settings.allowPrivateSmtp });

/** What binds a password to its row: sealed for one configuration it opens no other. */
export const passwordSeal = (type: ConfigType) =>
  ['smtp-password', `email_configs:${type}`] as const;

export const SEALED_PASSWORDS: SealedColumn = {
  name: 'passwords of mail servers',
  column: emailConfigs.sealedPassword,
  key: [emailConfigs.type],
  sealOf: (type) => passwordSeal(type as ConfigType),
  isKeyShown: true,
};

interface NewConfig {
  type: ConfigType;
  configData: SmtpConfig;
  password: string;
  updatedBy: string | null;
  /** The version it takes the place of, 0 for none; any without it. */
  seen?: number | undefined;
}

/**
 * Saves the configuration of a type with its password sealed; which one is active stays as it was. Answers its
 * version, or undefined when it would take the place of another than was seen.
 */
export async function saveConfig(
  db: Database,
  { clock, secrets }: Pick<AppContext, 'clock' | 'secrets'>,
  { type, configData, password, updatedBy, seen }: NewConfig,
): Promise<number | undefined> {
  const sealedPassword = secrets.seal(...passwordSeal(type), password);
  const config = { type, configData, sealedPassword, updatedBy, updatedAt: clock.now() };
  return putConfig(db, config, seen);
}
