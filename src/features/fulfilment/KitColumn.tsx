import { type RefObject, useRef, useState } from 'react';
import { APPLICATION_STEPS } from '../application/application.rules.ts';
import { Checkbox } from '../../web/forms/Checkbox.tsx';
import { EmptyState } from '../../web/lists/EmptyState.tsx';
import { useWords } from '../../web/words.tsx';
import type { KitCard } from './fulfilment.contract.ts';
import { type BoardStatus, KIT_STEPS, type KitStep } from './fulfilment.rules.ts';
import { KitBar } from './KitBar.tsx';
import { ShipmentActions } from './ShipmentActions.tsx';
import { KitLine } from './KitLine.tsx';
import { Labels } from './Labels.tsx';
import { Shipment } from './Shipment.tsx';

interface KitColumnProps {
  status: BoardStatus;
  kits: readonly KitCard[];
  /** How many there are, for people; undefined when all are shown. */
  total: string | undefined;
  /** Takes the focus when what was chosen has left the column. */
  headingRef: RefObject<HTMLElement | null>;
}

/** One column, oldest first, with what can be done with those that are chosen. */
export function KitColumn({ status, kits, total, headingRef }: KitColumnProps) {
  const t = useWords();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [step, setStep] = useState<KitStep>();
  const [prints, setPrints] = useState(false);
  const [shipped, setShipped] = useState<KitCard>();
  const bar = useRef<HTMLElement>(null);
  const picked = kits.filter(({ id }) => chosen.has(id));
  const choose = (ids: readonly string[], isChosen: boolean) =>
    setChosen((before) => {
      const after = new Set(before);
      for (const id of ids)
        if (isChosen) after.add(id);
        else after.delete(id);
      return after;
    });
  const steps = KIT_STEPS.filter((one) => APPLICATION_STEPS[status].includes(one));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      {kits.length === 0 ? (
        <EmptyState title={t('No applications here.')} />
      ) : (
        <>
          <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <Checkbox
              label={t('Select all {count} shown', { count: kits.length })}
              checked={picked.length === kits.length}
              onChange={(event) =>
                choose(
                  kits.map(({ id }) => id),
                  event.currentTarget.checked,
                )
              }
            />
            {total !== undefined ? (
              <p className="hint">
                {t('Showing the {count} oldest of {total}.', { count: kits.length, total })}
              </p>
            ) : null}
          </div>
          <ul className="edged-t border-rule">
            {kits.map((kit) => (
              <li key={kit.id} className="edged-b border-rule">
                <KitLine
                  kit={kit}
                  isChosen={chosen.has(kit.id)}
                  onChoose={(is) => choose([kit.id], is)}
                  {...(status === 'dispatched' ? { onCorrect: () => setShipped(kit) } : {})}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      {steps.length > 0 && picked.length > 0 ? (
        <KitBar
          ref={bar}
          count={picked.length}
          steps={steps}
          onStep={setStep}
          {...(status === 'approved' ? { onPrint: () => setPrints(true) } : {})}
        />
      ) : null}
      <ShipmentActions
        key={step}
        step={step}
        kits={picked}
        onClose={() => setStep(undefined)}
        onDone={() => {
          setStep(undefined);
          setChosen(new Set());
        }}
        returnFocus={() => (bar.current ? undefined : headingRef.current)}
      />
      <Labels
        ids={prints ? picked.map(({ id }) => id) : undefined}
        onClose={() => setPrints(false)}
      />
      <Shipment kit={shipped} onClose={() => setShipped(undefined)} />
    </div>
  );
}
