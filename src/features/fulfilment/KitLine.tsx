import { words } from '../../shared/words.ts';
import { linkTo } from '../../web/address.ts';
import { Button } from '../../web/ui/Button.tsx';
import { Checkbox } from '../../web/forms/Checkbox.tsx';
import { useDates } from '../../web/useDates.ts';
import { useWords } from '../../web/words.tsx';
import type { KitCard } from './fulfilment.contract.ts';

interface KitLineProps {
  kit: KitCard;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  /** Given while its courier and number may be corrected. */
  onCorrect?: () => void;
}

/** One application on the board: who, until when, and what blocks it. */
export function KitLine({ kit, isChosen, onChoose, onCorrect }: KitLineProps) {
  const t = useWords();
  const { dayInWords, dateTimeOf } = useDates();
  const isOpen = kit.dispatchedAt === null;
  return (
    <div className="grid gap-x-6 gap-y-1 py-3 sm:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)]">
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-2">
        <Checkbox
          aria-label={t('Select {reference}', { reference: kit.reference })}
          label={
            <span className="sr-only">{t('Select {reference}', { reference: kit.reference })}</span>
          }
          checked={isChosen}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
        <p className="[overflow-wrap:anywhere] pt-2">
          <a
            className="bold figures"
            {...linkTo(`/admin/submissions/passport-applications?open=${kit.id}`)}
          >
            {kit.reference}
          </a>{' '}
          {kit.name} <span className="block text-muted">{t(kit.country)}</span>
        </p>
      </div>
      <div className="grid content-start gap-1 ps-11 sm:ps-0 sm:pt-2">
        {isOpen && kit.sendBy ? (
          <p className={kit.isOverdue ? 'bold text-danger' : ''}>
            {t(kit.isOverdue ? OVERDUE : SEND_BY, { day: dayInWords(kit.sendBy) })}
          </p>
        ) : null}
        {isOpen
          ? kit.obstacles.map((one) => (
              <p key={one} className="hint">
                {t(one)}
              </p>
            ))
          : null}
        {kit.labelPrintedAt && isOpen ? (
          <p className="hint">
            {t('Label printed {moment}', { moment: dateTimeOf(kit.labelPrintedAt) })}
          </p>
        ) : null}
        {kit.dispatchedAt ? (
          <p>
            {t(kit.trackingNumber ? ON_ITS_WAY : WITHOUT_NUMBER, {
              courier: kit.courier ?? '',
              number: kit.trackingNumber ?? '',
              moment: dateTimeOf(kit.dispatchedAt),
            })}
          </p>
        ) : null}
        {onCorrect ? (
          <Button variant="quiet" className="-ms-3 justify-self-start" onClick={onCorrect}>
            {t('Change courier and number...')}
            <span className="sr-only"> {kit.reference}</span>
          </Button>
        ) : null}
        {kit.deliveredAt ? (
          <p>{t('Delivered {moment}', { moment: dateTimeOf(kit.deliveredAt) })}</p>
        ) : null}
      </div>
    </div>
  );
}

export const SEND_BY = words('Send by {day}');
export const OVERDUE = words('Overdue: should have been sent by {day}');
const ON_ITS_WAY = words('{courier}, {number}, since {moment}');
const WITHOUT_NUMBER = words('{courier}, without a tracking number, since {moment}');
