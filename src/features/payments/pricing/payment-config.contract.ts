import * as z from 'zod/mini';
import { admin, adminWithRecentPassword } from '../../../shared/access.ts';
import { endpoint } from '../../../shared/endpoint.ts';
import { cents, decimal, isAmount } from '../../../shared/money.ts';
import { KIT_RELEASES } from '../../../shared/plan.ts';
import { ById, email, instant, line, MessageAnswer } from '../../../shared/schema.ts';
import { words } from '../../../shared/words.ts';
import { compact, isBic, isIban } from './bank-account.rules.ts';
import { checksummed, isEthereumAddress } from './ethereum-address.rules.ts';
import { CONFIG_TYPES, type ConfigType } from './payment-config.rules.ts';
import { DEFAULT_PRICING } from './pricing.rules.ts';

const MISSING = words('Please select a payment type and fill in configuration data.');
/** Far above any price, far below what an integer column or a bank could not take. */
const highestCents = 100_000_000n;

const isPrice = (amount: string | number) =>
  isAmount(amount) && cents(amount) > 0n && cents(amount) <= highestCents;
/** A price in dollars: a JSON number or decimal string, kept as "1000.00". */
const price = z.pipe(
  z
    .union([z.number(), z.string().check(z.trim())], words('Enter an amount such as 1000.00.'))
    .check(
      z.refine(
        isPrice,
        words(
          'Enter an amount above 0 and up to 1,000,000 with at most two decimals, such as 1000.00.',
        ),
      ),
    ),
  z.transform((amount: string | number) => (isPrice(amount) ? decimal(cents(amount)) : amount)),
);

const title = line({ max: 100, message: words('Enter a title of at most 100 characters.') });
const description = line({
  min: 0,
  max: 500,
  message: words('Enter a description of at most 500 characters.'),
});
const EVERY_FIELD = words('Please fill in every field of the payment configuration.');
const required = line({ max: 200, message: EVERY_FIELD });
const optionalLine = z._default(
  line({ min: 0, max: 200, message: words('This is too long.') }),
  '',
);
const orEmpty = <S extends z.ZodMiniType<string>>(schema: S) =>
  z._default(z.union([z.literal(''), schema]), '');
const BAD_ADDRESS = words(
  'This is not an Ethereum address, or its checksum does not match: copy it again.',
);
const ethereumAddress = z.pipe(
  z.string(BAD_ADDRESS).check(z.trim(), z.refine(isEthereumAddress, BAD_ADDRESS)),
  z.transform((address: string) => (isEthereumAddress(address) ? checksummed(address) : address)),
);
const compacted = (isValid: (text: string) => boolean, message: string) =>
  z.optional(
    z.pipe(
      z.pipe(z.string(message), z.transform(compact)),
      z.string().check(z.refine(isValid, message)),
    ),
  );
const whole = words('Enter a whole number of payments from 2 to 60.');
const numbered = z._default(line({ min: 0, max: 60, message: EVERY_FIELD }), '');
/** What a bank in the United States needs; elsewhere an IBAN says both. */
const US_FIELDS = ['accountNumber', 'routingNumber'] as const;

/** What each type's data must be; unknown keys are refused. */
export const CONFIG_DATA = {
  pricing: z.strictObject({
    onetime: z.strictObject({
      title: z._default(title, DEFAULT_PRICING.onetime.title),
      amount: price,
      description: z._default(description, DEFAULT_PRICING.onetime.description),
    }),
    installment: z.strictObject({
      title: z._default(title, DEFAULT_PRICING.installment.title),
      amount: price,
      description: z._default(description, DEFAULT_PRICING.installment.description),
      totalPayments: z._default(
        z.int(whole).check(z.gte(2, whole), z.lte(60, whole)),
        DEFAULT_PRICING.installment.totalPayments,
      ),
    }),
    kitRelease: z.optional(z.enum(KIT_RELEASES, words('Choose when the kit is sent.'))),
  }),
  zelle: z
    .strictObject({
      email: orEmpty(email(words('Please enter a valid email address'))),
      phone: z._default(
        line({ min: 0, max: 40, message: words('Please enter a valid phone number') }),
        '',
      ),
    })
    .check(
      z.refine(
        (zelle) => zelle.email !== '' || zelle.phone !== '',
        words('Enter the email address or the phone number that receives Zelle payments.'),
      ),
    ),
  bank: z
    .strictObject({
      bankName: required,
      accountName: required,
      accountNumber: numbered,
      routingNumber: numbered,
      bic: compacted(
        isBic,
        words('Enter a SWIFT/BIC of 8 or 11 letters and digits, such as DEUTDEFF.'),
      ),
      iban: compacted(
        isIban,
        words('This is not an IBAN, or its check digits do not match: copy it again.'),
      ),
    })
    .check(
      z.check(({ value, issues }) => {
        const missing = value.iban ? [] : US_FIELDS.filter((field) => value[field] === '');
        for (const field of missing)
          issues.push({ code: 'custom', path: [field], message: EVERY_FIELD, input: value });
      }),
    ),
  crypto: z.strictObject({
    ethereumAddress,
    bitcoinAddress: optionalLine,
    usdtAddress: optionalLine,
  }),
} as const satisfies Record<ConfigType, z.ZodMiniType>;

const configData = z
  .looseObject({}, MISSING)
  .check(z.refine((data) => Object.keys(data).length > 0, MISSING));

const NO_VERSION = words('The version must be a whole number.');

/** The id of the active one of the type as the caller has seen it; null: none was. */
const replaces = z.optional(z.nullable(z.uuid()));

/** Checked once more, by its type: see CONFIG_DATA. */
const NewConfig = z.strictObject({
  configType: z.enum(CONFIG_TYPES, MISSING),
  configData,
  replaces,
});
const ConfigChange = z
  .strictObject({
    configData: z.optional(configData),
    isActive: z.optional(z.boolean()),
    /** `updatedAt` as the caller has seen it, in milliseconds since 1970. */
    version: z.optional(z.int(NO_VERSION)),
    replaces,
  })
  .check(
    z.refine((change) => change.configData !== undefined || change.isActive !== undefined, MISSING),
  );

export const listPaymentConfig = endpoint({
  name: 'listPaymentConfig',
  summary: 'Every payment configuration, newest first',
  method: 'GET',
  path: '/api/admin/payment-config',
  access: admin('payments:read'),
  answer: z.array(
    z.object({
      id: z.uuid(),
      configType: z.enum(CONFIG_TYPES),
      configData: z.looseObject({}),
      isActive: z.boolean(),
      updatedBy: z.uuid(),
      updatedAt: instant,
    }),
  ),
});

export const createPaymentConfig = endpoint({
  name: 'createPaymentConfig',
  summary:
    'Store a payment configuration and make it the active one of its type; 409 when `replaces` is given and is not the active one any more',
  method: 'POST',
  path: '/api/admin/payment-config',
  access: adminWithRecentPassword('payments:configure'),
  body: NewConfig,
  answer: MessageAnswer,
  status: 201,
});

export const changePaymentConfig = endpoint({
  name: 'changePaymentConfig',
  summary:
    'Change the data of a payment configuration or switch it on or off; 409 when `version` is given and it was changed since, or `replaces` and it would take the place of another',
  method: 'PUT',
  path: '/api/admin/payment-config/:id',
  access: adminWithRecentPassword('payments:configure'),
  params: ById,
  body: ConfigChange,
  answer: MessageAnswer,
});

export const deletePaymentConfig = endpoint({
  name: 'deletePaymentConfig',
  summary:
    'Delete a payment configuration; a rail without an active one is off. 409 when `version` is given and it was changed since',
  method: 'DELETE',
  path: '/api/admin/payment-config/:id',
  access: adminWithRecentPassword('payments:configure'),
  params: ById,
  query: z.object({
    /** `updatedAt` as the caller has seen it, in milliseconds since 1970. */
    version: z.optional(z.coerce.number(NO_VERSION).check(z.int(NO_VERSION))),
  }),
  answer: MessageAnswer,
});
