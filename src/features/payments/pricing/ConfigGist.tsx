import type { AnswerOf } from '../../../shared/endpoint.ts';
import { useWords } from '../../../web/words.tsx';
import { CONFIG_FIELDS, textAt } from './ConfigFields.tsx';
import type { listPaymentConfig } from './payment-config.contract.ts';
import { type Pricing, readable } from './pricing.rules.ts';

export type Config = AnswerOf<typeof listPaymentConfig>[number];

/** Specification §9: as long as a crypto address is shown in the dashboard. */
const shownAddress = 20;
const truncated = (text: string) =>
  text.length > shownAddress ? `${text.slice(0, shownAddress)}…` : text;

/** What tells two configurations of a type apart. */
export function ConfigGist({ config: { configType, configData } }: { config: Config }) {
  const t = useWords();
  if (configType === 'pricing') {
    const { onetime, installment } = configData as unknown as Pricing;
    return t('{onetime} once, or {payments} payments of {amount}', {
      onetime: readable(onetime.amount),
      payments: installment.totalPayments,
      amount: readable(installment.amount),
    });
  }
  const texts = CONFIG_FIELDS[configType].map(({ path }) => textAt(configData, path));
  const shown = configType === 'crypto' ? texts.map(truncated) : texts;
  return <span className="[overflow-wrap:anywhere]">{shown.filter(Boolean).join(' · ')}</span>;
}
