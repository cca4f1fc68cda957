import { Fragment } from 'react';
import type { AnswerOf } from '../../../shared/endpoint.ts';
import { errorsOf } from '../../../shared/form.ts';
import { KIT_RELEASES, type KitRelease } from '../../../shared/plan.ts';
import { fieldsOf } from '../../../shared/record.ts';
import { words } from '../../../shared/words.ts';
import { Field } from '../../../web/forms/Field.tsx';
import { Select } from '../../../web/forms/Select.tsx';
import { TextInput } from '../../../web/forms/TextInput.tsx';
import { Shortened } from '../../../web/ui/Tooltip.tsx';
import { useWords } from '../../../web/words.tsx';
import { CONFIG_DATA, type listPaymentConfig } from './payment-config.contract.ts';
import { type ConfigType, DESTINATION_LABELS } from './payment-config.rules.ts';
import { type Pricing, readable } from './pricing.rules.ts';

interface ConfigField {
  /** The path of the value in the data, such as `onetime.amount`; also the input's name. */
  path: string;
  label: string;
  hint?: string;
  kind?: 'text' | 'email' | 'tel' | 'amount' | 'count' | 'release';
}

/** The inputs of each type, in the order in which the data is read aloud (specification §3). */
export const CONFIG_FIELDS: Record<ConfigType, readonly ConfigField[]> = {
  pricing: [
    { path: 'onetime.title', label: words('One-time title') },
    { path: 'onetime.amount', label: words('One-time amount in USD'), kind: 'amount' },
    { path: 'onetime.description', label: words('One-time description') },
    { path: 'installment.title', label: words('Payment plan title') },
    {
      path: 'installment.amount',
      label: words('Payment plan amount in USD'),
      hint: words('For one payment.'),
      kind: 'amount',
    },
    { path: 'installment.description', label: words('Payment plan description') },
    { path: 'installment.totalPayments', label: words('Number of payments'), kind: 'count' },
    {
      path: 'kitRelease',
      label: words('Send the kit of a payment plan'),
      hint: words(
        'PayPal forbids layaway sales. If you take card payments, send the kit after the first payment. Promises already made to applicants still apply. You must change the text of the terms yourself.',
      ),
      kind: 'release',
    },
  ],
  zelle: [
    { path: 'email', label: DESTINATION_LABELS.email, kind: 'email' },
    { path: 'phone', label: DESTINATION_LABELS.phone, kind: 'tel' },
  ],
  bank: [
    { path: 'bankName', label: DESTINATION_LABELS.bankName },
    { path: 'accountName', label: DESTINATION_LABELS.accountName },
    { path: 'accountNumber', label: DESTINATION_LABELS.accountNumber },
    { path: 'routingNumber', label: DESTINATION_LABELS.routingNumber },
    {
      path: 'bic',
      label: DESTINATION_LABELS.bic,
      hint: words('Optional. Payers outside the United States need it.'),
    },
    {
      path: 'iban',
      label: DESTINATION_LABELS.iban,
      hint: words('Optional. With an IBAN, the account and routing numbers may stay empty.'),
    },
  ],
  crypto: [
    {
      path: 'ethereumAddress',
      label: DESTINATION_LABELS.ethereumAddress,
      hint: words('Copy it from the wallet. Its capital and small letters are a checksum.'),
    },
    {
      path: 'bitcoinAddress',
      label: DESTINATION_LABELS.bitcoinAddress,
      hint: words('Optional. It is saved but never offered to payers.'),
    },
    {
      path: 'usdtAddress',
      label: DESTINATION_LABELS.usdtAddress,
      hint: words('Optional. Without it, USDT goes to the Ethereum address.'),
    },
  ],
};

/** The inputs as the type's data; what was left empty is left out. */
export function dataOf(configType: ConfigType, form: FormData): Record<string, unknown> {
  const data: Record<string, unknown> = {};
  for (const { path, kind } of CONFIG_FIELDS[configType]) {
    const text = String(form.get(path) ?? '').trim();
    if (text === '') continue;
    const keys = path.split('.');
    const last = keys.pop() ?? path;
    const part = keys.reduce<Record<string, unknown>>((at, key) => {
      at[key] ??= {};
      return at[key] as Record<string, unknown>;
    }, data);
    part[last] = kind === 'count' ? Number(text) : text;
  }
  // A plan of which nothing was typed is still a plan whose amount is missing.
  return configType === 'pricing' && Object.keys(data).length > 0
    ? { onetime: {}, installment: {}, ...data }
    : data;
}

/** Specification §5. */
export const MISSING = words('Please select a payment type and fill in configuration data.');

/** Errors of a type's data by input; one about the whole is at the first. */
export function problemsOf(configType: ConfigType, form: FormData): Record<string, string> {
  const data = dataOf(configType, form);
  const { '': refused, ...fields } = errorsOf(CONFIG_DATA[configType], data);
  const whole = Object.keys(data).length === 0 ? MISSING : refused;
  const first = CONFIG_FIELDS[configType][0]?.path ?? '';
  return whole ? { [first]: whole } : fields;
}

/** A value of stored data as text; empty when there is none. */
export function textAt(data: Record<string, unknown>, path: string): string {
  const value = path.split('.').reduce<unknown>((at, key) => fieldsOf(at)[key], data);
  return value === undefined || value === null ? '' : String(value);
}

const RELEASE_LABELS: Readonly<Record<KitRelease, string>> = {
  first_payment: words('after its first payment'),
  fully_paid: words('when everything is paid'),
};

const ATTRIBUTES = {
  text: { maxLength: 500 },
  email: { type: 'email', inputMode: 'email', maxLength: 254 },
  tel: { type: 'tel', inputMode: 'tel', maxLength: 40 },
  // Specification §9.
  amount: { type: 'number', inputMode: 'decimal', min: '0', step: '0.01', placeholder: '1.00' },
  count: { type: 'number', inputMode: 'numeric', min: '2', max: '60', step: '1' },
} as const;

type ConfigInputsProps = {
  configType: ConfigType;
  /** What to begin with. */
  data: Record<string, unknown>;
  errors: Record<string, string>;
};

export function ConfigInputs({ configType, data, errors }: ConfigInputsProps) {
  const t = useWords();
  return CONFIG_FIELDS[configType].map(({ path, label, hint, kind = 'text' }) => (
    <Field
      key={path}
      label={t(label)}
      hint={hint && t(hint)}
      error={errors[path] ? t(errors[path]) : undefined}
    >
      {kind === 'release' ? (
        <Select
          name={path}
          defaultValue={textAt(data, path) || 'first_payment'}
          options={KIT_RELEASES.map((value) => ({ value, label: t(RELEASE_LABELS[value]) }))}
        />
      ) : (
        <TextInput
          name={path}
          autoComplete="off"
          spellCheck={false}
          defaultValue={textAt(data, path)}
          {...ATTRIBUTES[kind]}
        />
      )}
    </Field>
  ));
}

export type Config = AnswerOf<typeof listPaymentConfig>[number];

/** Specification §9: as long as a crypto address is shown in the dashboard. */
const shownAddress = 20;

/** The value that distinguishes two configurations of a type. */
export function ConfigSummary({ config: { configType, configData } }: { config: Config }) {
  const t = useWords();
  if (configType === 'pricing') {
    const { onetime, installment } = configData as unknown as Pricing;
    return t('{onetime} once, or {payments} payments of {amount}', {
      onetime: readable(onetime.amount),
      payments: installment.totalPayments,
      amount: readable(installment.amount),
    });
  }
  const texts = CONFIG_FIELDS[configType]
    .map(({ path }) => textAt(configData, path))
    .filter(Boolean);
  return (
    <span className="[overflow-wrap:anywhere]">
      {texts.map((text, n) => (
        <Fragment key={text}>
          {n > 0 ? ' · ' : null}
          {configType === 'crypto' ? <Shortened text={text} to={shownAddress} /> : text}
        </Fragment>
      ))}
    </span>
  );
}
