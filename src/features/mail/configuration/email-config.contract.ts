import * as z from 'zod/mini';
import { admin, adminWithRecentPassword } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { email, instant, MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import { CONFIG_TYPES, type ConfigType } from '../mail.rules.ts';
import { GMAIL, isHostName, MISSING } from '../smtp/smtp-config.rules.ts';

const INVALID_EMAIL = words('Please enter a valid email address');
const UNKNOWN_TYPE = words('Please choose Gmail or the alternative server.');
const configType = z.enum(CONFIG_TYPES, UNKNOWN_TYPE);
/** What was left out is empty, so that one sentence of the right configuration is said of it; the schema behind looks what it is. */
const given = z.transform((value: unknown) => (value ?? '') as string);
const typed = z.pipe(given, z.string().check(z.trim()));
const lowered = z.pipe(given, z.string().check(z.trim(), z.toLowerCase()));
/** A number, or its digits as a form sends them. */
const port = z.pipe(
  z.transform((value: unknown) => (value ?? '') as number | string),
  z.pipe(
    z.union([z.number(), z.string().check(z.trim())]),
    z.transform((value: number | string) => (value === '' ? null : Number(value))),
  ),
);

/** Every field is needed; of Gmail's server there is but one. The password goes in and never comes out. */
export const NewEmailConfig = z
  .strictObject({
    configType,
    smtpHost: lowered,
    smtpPort: port,
    smtpUser: typed,
    // As it was typed: a password may begin with a space.
    smtpPass: z.pipe(given, z.string()),
    fromEmail: lowered,
    fromName: typed,
    /** Of the configuration they had before them, 0 for none. */
    version: z.optional(z.int(words('The version must be a whole number.')).check(z.gte(0))),
  })
  .check(
    z.check(({ value, issues }) => {
      for (const [field, message] of Object.entries(problemsOf(value as GivenConfig)))
        issues.push({ code: 'custom', path: [field], message, input: value });
    }),
  );

interface GivenConfig {
  configType: ConfigType;
  smtpHost: string;
  smtpPort: number | null;
  smtpUser: string;
  smtpPass: string;
  fromEmail: string;
  fromName: string;
}

const TOO_LONG = words('Please shorten this to one line of at most 200 characters.');
const Email = email(INVALID_EMAIL);

/** What is wrong with each field, in the order of the form. */
function problemsOf(config: GivenConfig): Record<string, string> {
  const missing = MISSING[config.configType];
  const lineProblem = (text: string) => {
    if (text.trim() === '') return missing;
    return text.length > 200 || /\p{Cc}/u.test(text) ? TOO_LONG : undefined;
  };
  const emailProblem = z.safeParse(Email, config.fromEmail).success ? undefined : INVALID_EMAIL;
  const problems = {
    ...serverProblems(config),
    smtpUser: lineProblem(config.smtpUser),
    smtpPass: lineProblem(config.smtpPass),
    fromEmail: config.fromEmail === '' ? missing : emailProblem,
    fromName: lineProblem(config.fromName),
  };
  return Object.fromEntries(
    Object.entries(problems).filter((pair): pair is [string, string] => pair[1] !== undefined),
  );
}

const NOT_GMAIL = words('Gmail only accepts our emails at smtp.gmail.com, port 587.');

/** Whether the port is one for mail is the server's to say: the sandbox’s is not. */
function serverProblems({ configType: type, smtpHost, smtpPort }: GivenConfig) {
  if (type === 'email_gmail') {
    const smtpHostProblem = smtpHost === GMAIL.smtpHost ? undefined : NOT_GMAIL;
    const smtpPortProblem = smtpPort === GMAIL.smtpPort ? undefined : NOT_GMAIL;
    return { smtpHost: smtpHostProblem, smtpPort: smtpPortProblem };
  }
  const isPort =
    smtpPort !== null && Number.isInteger(smtpPort) && smtpPort > 0 && smtpPort < 65_536;
  const hostProblem = isHostName(smtpHost)
    ? undefined
    : words('Enter the name of a server, such as smtp.example.org.');
  const portProblem = isPort ? undefined : words('Enter a port, such as 587 or 465.');
  return {
    smtpHost: smtpHost === '' ? MISSING[type] : hostProblem,
    smtpPort: smtpPort === null ? MISSING[type] : portProblem,
  };
}

const ShownConfig = z.nullable(
  z.object({
    configData: z.object({
      smtpHost: z.string(),
      smtpPort: z.number(),
      smtpUser: z.string(),
      fromEmail: z.string(),
      fromName: z.string(),
    }),
    version: z.number(),
    savedAt: instant,
    /** Address of who saved it; null for somebody who has no account any more. */
    savedBy: z.nullable(z.string()),
  }),
);

export const readEmailConfig = endpoint({
  name: 'readEmailConfig',
  summary: 'The saved email configurations without their passwords, and which one is active',
  method: 'GET',
  path: '/api/admin/email-config',
  access: admin('mail:read'),
  answer: z.object({
    gmail: ShownConfig,
    alternative: ShownConfig,
    activeConfigType: z.nullable(z.enum(CONFIG_TYPES)),
  }),
});

/** `warning`: it is done, but not every administrator could be notified through the old server. */
const SaidOfServer = z.object({ message: z.string(), warning: z.optional(z.string()) });

export const saveEmailConfig = endpoint({
  name: 'saveEmailConfig',
  summary:
    'Save the email configuration of a type, with its password; which one is active stays as it is. ' +
    '409 when `version` is given and is not the saved one any more',
  method: 'POST',
  path: '/api/admin/email-config',
  access: adminWithRecentPassword('mail:configure'),
  body: NewEmailConfig,
  answer: z.extend(SaidOfServer, { version: z.number() }),
  status: 201,
});

export const activateEmailConfig = endpoint({
  name: 'activateEmailConfig',
  summary: 'Make one configuration the active one; 404 when it was never saved',
  method: 'POST',
  path: '/api/admin/email-config/activate',
  access: adminWithRecentPassword('mail:configure'),
  body: z.strictObject({ configType }),
  answer: SaidOfServer,
});

/** Specification §5. */
export const NO_TEST_EMAIL = words('Please enter a test email address.');

export const TestRequest = z.strictObject({
  testEmail: z.pipe(z.string(NO_TEST_EMAIL).check(z.trim(), z.minLength(1, NO_TEST_EMAIL)), Email),
});

export const sendTestEmail = endpoint({
  name: 'sendTestEmail',
  summary:
    'Send a test mail at once through the server in use; 409 when there is none, 422 with the server’s words when it did not take it, 429 after ten in an hour',
  method: 'POST',
  path: '/api/admin/send-test-email',
  access: admin('mail:configure'),
  body: TestRequest,
  answer: z.object({
    message: z.string(),
    configUsed: z.object({
      /** A configuration’s, or `sandbox`. */
      type: z.string(),
      smtpHost: z.string(),
      smtpPort: z.number(),
      fromEmail: z.string(),
    }),
  }),
});

/** Specification §5. */
export const NO_NOTIFICATION_EMAIL = words('Please enter a valid notification email address.');

export const NotificationChange = z.strictObject({
  email: z.nullable(email(NO_NOTIFICATION_EMAIL)),
  /** As the caller has seen it. */
  was: z.optional(z.nullable(z.string().check(z.maxLength(254, NO_NOTIFICATION_EMAIL)))),
});

export const readNotificationEmail = endpoint({
  name: 'readNotificationEmail',
  summary: 'Where notifications go; null: to every administrator',
  method: 'GET',
  path: '/api/admin/notification-email',
  access: admin('mail:read'),
  answer: z.object({ email: z.nullable(z.string()) }),
});

export const setNotificationEmail = endpoint({
  name: 'setNotificationEmail',
  summary:
    'Send notifications to one address, or with null to every administrator; who got them until now is notified by mail. 409 when `was` is given and is not where they go any more',
  method: 'PUT',
  path: '/api/admin/notification-email',
  access: adminWithRecentPassword('mail:configure'),
  body: NotificationChange,
  answer: MessageAnswer,
});
