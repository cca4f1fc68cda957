import { CopyButton } from '../../../web/ui/CopyButton.tsx';
import { useWords } from '../../../web/words.tsx';
import { CONFIG_TYPES, type ConfigType, type SmtpConfig } from '../mail.rules.ts';
import { adviseSender, type DomainRecord } from './sender-domain.rules.ts';
import { CONFIG_LABELS } from '../smtp/smtp-config.rules.ts';

/** For the sender of each saved configuration: what to set at the name server of its domain. */
export function SenderHints({
  saved,
}: {
  saved: Readonly<Record<ConfigType, SmtpConfig | undefined>>;
}) {
  const t = useWords();
  return (
    <>
      <p className="max-w-prose">
        {t(
          'The person who manages the domain adds these TXT records to its DNS. We do not check whether they are there.',
        )}
      </p>
      {CONFIG_TYPES.map((type) => {
        const config = saved[type];
        return config ? <Sender key={type} type={type} config={config} /> : null;
      })}
    </>
  );
}

function Sender({ type, config }: { type: ConfigType; config: SmtpConfig }) {
  const t = useWords();
  const { domain, records, advice } = adviseSender(type, config);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <h3 className="text-[1.125rem] [overflow-wrap:anywhere]">
        {t('{config}: {domain}', { config: t(CONFIG_LABELS[type]), domain })}
      </h3>
      {advice ? <p className="max-w-prose">{t(advice)}</p> : null}
      {records.length > 0 ? (
        <dl className="grid edged-t border-rule">
          {records.map((record) => (
            <RecordToSet key={record.kind} record={record} />
          ))}
        </dl>
      ) : null}
    </div>
  );
}

function RecordToSet({ record: { kind, name, value, note } }: { record: DomainRecord }) {
  const t = useWords();
  return (
    <div className="grid gap-x-6 edged-b border-rule py-3 sm:grid-cols-[6rem_minmax(0,1fr)]">
      <dt className="bold">{kind}</dt>
      <dd className="grid gap-1.5">
        <span className="[overflow-wrap:anywhere]">
          <span className="hint">{t('Name')}</span> <code dir="ltr">{name}</code>
        </span>
        {value === null ? null : (
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1 [overflow-wrap:anywhere]">
            <span>
              <span className="hint">{t('Value')}</span> <code dir="ltr">{value}</code>
            </span>
            <CopyButton text={value}>{t('Copy {kind}', { kind })}</CopyButton>
          </span>
        )}
        <span className="hint">{t(note)}</span>
      </dd>
    </div>
  );
}
